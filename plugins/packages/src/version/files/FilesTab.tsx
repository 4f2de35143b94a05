import type { VersionFile } from '@lading/contract/rest';
import { CopyField, EmptyState, useFormats, useStyles, useText } from '@lading/ui';
import { Tags } from '@lading/ui/display';
import { Link } from 'react-router-dom';
import { treeAddress } from '../../address/treeAddress.ts';
import { DownloadButton } from '../../download/DownloadButton.tsx';
import { messages } from '../messages.ts';
import type { VersionParts } from '../VersionStore.ts';
import css from './files.css?inline';

/** The version's files with their checksums. */
export function FilesTab(props: { files: readonly VersionFile[]; parts: VersionParts }) {
  useStyles(css);
  const text = useText();
  const { files, parts } = props;
  if (files.length === 0) return <EmptyState icon="document" what={text(messages.noFiles)} />;
  const [...sorted] = files;
  sorted.sort((one, other) => Number(other.lead) - Number(one.lead) || one.name.localeCompare(other.name));
  return (
    <ul className="packages-files">
      {sorted.map((file) => (
        <File key={file.name} file={file} parts={parts} />
      ))}
    </ul>
  );
}

function File(props: { file: VersionFile; parts: VersionParts }) {
  const text = useText();
  const formats = useFormats();
  const { file, parts } = props;
  const { path } = file;
  const { repoKey } = parts.lead;
  const sums = [
    ['sha256', file.sha256],
    ['sha1', file.sha1],
    ['md5', file.md5],
  ] as const;
  return (
    <li className="packages-file">
      <div className="packages-file__head">
        <Link className="packages-file__name" to={treeAddress(repoKey, path)} title={text(messages.inTree)}>
          {file.name}
        </Link>
        {file.lead && <Tags words={[text(messages.leadFile)]} />}
        <span className="ld-soft">{`${formats.size(file.size)} · ${file.mimeType}`}</span>
        <DownloadButton kind="plain" file={file.name} repoKey={repoKey} path={path} />
      </div>
      <dl className="packages-file__sums">
        {sums.map(([kind, sum]) => (
          <div key={kind}>
            <dt>{kind}</dt>
            <dd>
              <CopyField text={sum} what={text(messages.sumOf, { kind, file: file.name })} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
