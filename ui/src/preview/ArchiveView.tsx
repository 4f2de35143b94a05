import type { ArchiveContents } from '@lading/contract/rest';
import { EmptyState, Fetched, FetchedView, useFormats, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { FolderList } from './FolderList.tsx';
import { folderTree } from './folderTree.ts';
import { messages } from './messages.ts';
import css from './preview.css?inline';
import { fetchContents, type StoredFile } from './previewApi.ts';

const NOTHING: ArchiveContents = { files: [], truncated: false, fault: null };

/** The files within an archive, as a tree with previews. */
export const ArchiveView = observer(function ArchiveView({ repoKey, path }: StoredFile) {
  useStyles(css);
  const { http } = useShell();
  const text = useText();
  const formats = useFormats();
  const archive = useMemo(() => ({ repoKey, path }), [repoKey, path]);
  const contents = useMemo(
    () => new Fetched<ArchiveContents>(NOTHING, (signal) => fetchContents(http, archive, signal)),
    [http, archive],
  );
  useEffect(() => () => contents.dispose(), [contents]);
  const [open, setOpen] = useState<string>();
  const tree = useMemo(() => folderTree(contents.value.files), [contents.value]);
  return (
    <FetchedView fetched={contents} failure={text(messages.contentsFailed)}>
      {({ files, truncated, fault }) =>
        files.length === 0 ? (
          <EmptyState
            icon="document"
            what={text(fault === null ? messages.emptyArchive : messages.noArchive)}
            more={fault ?? undefined}
          />
        ) : (
          <>
            <p className="ld-soft">
              {text(messages.fileCount, {
                count: files.length,
                size: formats.size(files.reduce((sum, { size }) => sum + size, 0)),
              })}
            </p>
            {truncated && <p>{text(messages.contentsTruncated, { count: files.length })}</p>}
            {fault !== null && <p>{fault}</p>}
            <FolderList
              {...{ folder: tree, open, onOpen: setOpen }}
              archive={{ ...archive, partial: fault !== null }}
              initial
            />
          </>
        )
      }
    </FetchedView>
  );
});
