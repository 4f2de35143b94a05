import type { ArchivedFile, FilePreview } from '@lading/contract/rest';
import { buttonClass, CopyField, Fetched, FetchedView, Icon, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { type Archive, entryUrl, fetchPreview } from './contentsApi.ts';
import { messages } from './messages.ts';

/** Bytes of a file that the platform reads from an archive. */
const MAX_ENTRY = 32 * 1024 * 1024;

const NOTHING: FilePreview = { state: 'text', text: '' };

/** One file of an archive: its text or image, its hash, and a link to download it. */
export const FilePreviewView = observer(function FilePreviewView(props: {
  archive: Archive;
  file: ArchivedFile;
}) {
  const { http } = useShell();
  const text = useText();
  const { archive, file } = props;
  const { path, sha256, size } = file;
  const readable = size <= MAX_ENTRY;
  const preview = useMemo(
    () => new Fetched<FilePreview>(NOTHING, (signal) => fetchPreview(http, archive, path, signal)),
    [http, archive, path],
  );
  useEffect(() => () => preview.dispose(), [preview]);
  const url = entryUrl(archive, path);
  return (
    <div className="inside-preview">
      <div className="inside-buttons">
        <CopyField text={sha256} what={text(messages.hashOf, { path })} />
        {readable && (
          <a className={buttonClass('plain')} href={url} download>
            <Icon name="download" />
            {text(messages.download)}
          </a>
        )}
      </div>
      <FetchedView fetched={preview} failure={text(messages.previewFailed)}>
        {({ state, text: content }) => {
          if (state === 'image') return <img src={url} alt={path} />;
          if (!readable) return <p>{text(messages.notReadable)}</p>;
          if (state !== 'text') return <p>{text(messages[state])}</p>;
          if (content === '') return <p>{text(messages.emptyFile)}</p>;
          return (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
            <section className="inside-text" aria-label={text(messages.textOf, { path })} tabIndex={0}>
              <pre>{content}</pre>
            </section>
          );
        }}
      </FetchedView>
    </div>
  );
});
