import type { ArchivedFile } from '@lading/contract/rest';
import { buttonClass, CopyField, Icon, useText } from '@lading/ui';
import { useMemo } from 'react';
import { ContentView } from './ContentView.tsx';
import { messages } from './messages.ts';
import { contentUrl, type ListedArchive } from './previewApi.ts';

/** Bytes of a file that the platform reads from an archive. */
const MAX_ENTRY = 32 * 1024 * 1024;

/** One file of an archive: its text or image, its hash, and a link to download it. */
export function FilePreviewView({ archive, file }: { archive: ListedArchive; file: ArchivedFile }) {
  const text = useText();
  const { path, sha256, size } = file;
  const { repoKey, path: archivePath } = archive;
  const readable = size <= MAX_ENTRY;
  const shown = useMemo(() => ({ repoKey, path: archivePath, entry: path }), [repoKey, archivePath, path]);
  return (
    <div className="ld-preview">
      <div className="ld-preview__buttons">
        {sha256 !== null && <CopyField text={sha256} what={text(messages.hashOf, { path })} />}
        {readable && (
          <a className={buttonClass('plain')} href={contentUrl(shown)} download>
            <Icon name="download" />
            {text(messages.download)}
          </a>
        )}
      </div>
      {archive.partial && <p>{text(messages.partial)}</p>}
      {readable ? <ContentView file={shown} /> : <p>{text(messages.notReadable)}</p>}
    </div>
  );
}
