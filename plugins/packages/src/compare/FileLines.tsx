import type { FileComparison } from '@lading/contract/rest';
import { Fetched, FetchedView, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { type ComparedPair, fetchFileComparison } from './compareApi.ts';
import { messages } from './messages.ts';

const NOTHING: FileComparison = { state: 'compared', hunks: [] };

/** The lines of a file that differ. */
export const FileLines = observer(function FileLines(props: { pair: ComparedPair; path: string }) {
  const { http } = useShell();
  const text = useText();
  const { pair, path } = props;
  const { packageId, from, to } = pair;
  const lines = useMemo(
    () =>
      new Fetched<FileComparison>(NOTHING, (signal) =>
        fetchFileComparison(http, { packageId, from, to }, path, signal),
      ),
    [http, packageId, from, to, path],
  );
  useEffect(() => () => lines.dispose(), [lines]);
  return (
    <FetchedView fetched={lines} failure={text(messages.fileFailed)}>
      {({ state, hunks }) => {
        if (state !== 'compared') return <p className="compare-note">{text(messages[state])}</p>;
        if (hunks.length === 0) return <p className="compare-note">{text(messages.sameText)}</p>;
        return (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          <section className="compare-lines" aria-label={text(messages.lines, { path })} tabIndex={0}>
            {hunks.map(({ oldStart, newStart, lines: own }) => (
              <Hunk key={`${oldStart} ${newStart}`} start={`@@ ${oldStart} → ${newStart} @@`} lines={own} />
            ))}
          </section>
        );
      }}
    </FetchedView>
  );
});

function Hunk({ start, lines }: { start: string; lines: readonly string[] }) {
  return (
    <pre>
      <span className="compare-line compare-line--start">{`${start}\n`}</span>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity, and never change
        <span key={at} className={`compare-line ${KINDS[line[0] ?? ''] ?? ''}`}>{`${line}\n`}</span>
      ))}
    </pre>
  );
}

const KINDS: Readonly<Record<string, string>> = {
  '+': 'compare-line--added',
  '-': 'compare-line--removed',
  '\\': 'compare-line--start',
};
