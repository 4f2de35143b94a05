import type { FileChange, FileChanges } from '@lading/contract/rest';
import { Button, SearchField, useFormats, useText } from '@lading/ui';
import { useState } from 'react';
import { ChangeMark } from './ChangeMark.tsx';
import type { ComparedPair } from './compareApi.ts';
import { FileLines } from './FileLines.tsx';
import { messages } from './messages.ts';

/** Rows added per step. */
const STEP = 200;
/** Number of changes from which the filter is shown. */
const FILTERED_FROM = 10;

/** Lists the files that differ. With `pair`, each file expands to show its lines. */
export function FileChangeList(props: { changes: FileChanges; pair?: ComparedPair }) {
  const text = useText();
  const { changes, pair } = props;
  const { added, removed, changed, unchanged } = changes;
  const [wanted, setWanted] = useState('');
  const [shown, setShown] = useState(STEP);
  const lower = wanted.toLowerCase();
  const found = changes.changes.filter(({ path }) => path.toLowerCase().includes(lower));
  return (
    <>
      <p>{text(messages.counts, { added, removed, changed, unchanged })}</p>
      {changes.truncated && <p>{text(messages.truncated)}</p>}
      {changes.changes.length >= FILTERED_FROM && (
        <div className="compare-filter">
          <SearchField label={text(messages.filter)} value={wanted} onChange={setWanted} />
        </div>
      )}
      {found.length === 0 && wanted !== '' && <p>{text(messages.noMatch, { text: wanted })}</p>}
      {found.length > 0 && (
        <ul className="compare-files">
          {found.slice(0, shown).map((file) => (
            <li key={file.path}>
              <FileRow file={file} pair={pair} />
            </li>
          ))}
        </ul>
      )}
      {found.length > shown && <Button label={text(messages.more)} onClick={() => setShown(shown + STEP)} />}
    </>
  );
}

function FileRow({ file, pair }: { file: FileChange; pair: ComparedPair | undefined }) {
  const formats = useFormats();
  const [open, setOpen] = useState(false);
  const { path, change, fromSize, toSize } = file;
  const sizes = [fromSize, toSize].flatMap((size) => (size === null ? [] : [formats.size(size)]));
  const summary = (
    <>
      <ChangeMark change={change} />
      <span className="ld-mono compare-path">{path}</span>
      <span className="ld-soft ld-numbers">{[...new Set(sizes)].join(' → ')}</span>
    </>
  );
  if (!pair) return <div className="compare-file">{summary}</div>;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="compare-file">{summary}</summary>
      {open && <FileLines pair={pair} path={path} />}
    </details>
  );
}
