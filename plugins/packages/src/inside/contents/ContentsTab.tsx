import type { ArchiveContents } from '@lading/contract/rest';
import {
  EmptyState,
  Fetched,
  FetchedView,
  SelectField,
  useFormats,
  useShell,
  useStyles,
  useText,
} from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import css from './contents.css?inline';
import { type Archive, fetchContents } from './contentsApi.ts';
import { FolderList } from './FolderList.tsx';
import { folderTree } from './folderTree.ts';
import { messages } from './messages.ts';

export interface ContentsTabProps {
  readonly repoKey: string;
  /** Paths of the version's files; the first one is shown. */
  readonly paths: readonly string[];
}

/** The files within the archives of a version. */
export function ContentsTab({ repoKey, paths }: ContentsTabProps) {
  useStyles(css);
  const text = useText();
  const [chosen, setChosen] = useState(paths[0] ?? '');
  const archive = useMemo(() => ({ repoKey, path: chosen }), [repoKey, chosen]);
  return (
    <div className="inside-contents">
      {paths.length > 1 && (
        <SelectField
          label={text(messages.archive)}
          value={chosen}
          options={paths.map((path) => ({ key: path, label: path.slice(path.lastIndexOf('/') + 1) }))}
          onChange={setChosen}
        />
      )}
      <ArchiveView key={chosen} archive={archive} />
    </div>
  );
}

const NOTHING: ArchiveContents = { files: [], truncated: false, fault: null };

const ArchiveView = observer(function ArchiveView({ archive }: { archive: Archive }) {
  const { http } = useShell();
  const text = useText();
  const formats = useFormats();
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
            {truncated && <p>{text(messages.contentsTruncated)}</p>}
            {fault !== null && <p>{fault}</p>}
            <FolderList folder={tree} open={open} onOpen={setOpen} archive={archive} initial />
          </>
        )
      }
    </FetchedView>
  );
});
