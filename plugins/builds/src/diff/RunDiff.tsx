import type { BuildDiff, BuildDiffLine, BuildFileDiff } from '@lading/contract/rest';
import { Button, Fetched, FetchedView, useFormats, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { fetchDiff } from '../buildsApi.ts';
import { messages } from './messages.ts';

/** Number of lines shown initially, and added by each click. */
const STEP = 100;
const KINDS = ['updated', 'new', 'removed'] as const;

interface Props {
  readonly name: string;
  readonly number: string;
  readonly started: string;
  /** Number of the other run. */
  readonly to: string;
}

/** Shows the differences between two runs. */
export const RunDiff = observer(function RunDiff({ name, number, started, to }: Props) {
  const { http } = useShell();
  const text = useText();
  const diff = useMemo(
    () =>
      new Fetched<BuildDiff | undefined>(undefined, (signal) =>
        fetchDiff(http, name, number, to, started, signal),
      ),
    [http, name, number, to, started],
  );
  useEffect(() => () => diff.dispose(), [diff]);
  return (
    <section className="builds-module" aria-labelledby="builds-diff">
      <h2 id="builds-diff">{text(messages.heading, { number: to })}</h2>
      <FetchedView fetched={diff} failure={text(messages.failed)}>
        {(found) => found && <Differences diff={found} />}
      </FetchedView>
    </section>
  );
});

function Differences({ diff: { artifacts, dependencies, properties } }: { diff: BuildDiff }) {
  const text = useText();
  const asLines = (lines: BuildDiff['properties']['new']): BuildDiffLine[] =>
    lines.map(({ key, value, previousValue }) => ({
      ...{ name: `${key} = ${value}`, module: '', type: '', checksum: '' },
      ...(previousValue === undefined ? {} : { previousName: previousValue }),
    }));
  const listed = {
    updated: asLines(properties.updated),
    unchanged: asLines(properties.unchanged),
    removed: asLines(properties.removed),
    new: asLines(properties.new),
  };
  const parts = [
    [text(messages.artifacts), artifacts],
    [text(messages.dependencies), dependencies],
    [text(messages.properties), listed],
  ] as const;
  const changed = parts.some(([, part]) => KINDS.some((kind) => part[kind].length > 0));
  return (
    <>
      {!changed && <p>{text(messages.alike)}</p>}
      {parts.map(([title, part]) => (
        <Part key={title} title={title} part={part} />
      ))}
    </>
  );
}

function Part({ title, part }: { title: string; part: BuildFileDiff }) {
  const text = useText();
  const formats = useFormats();
  const [shown, setShown] = useState(STEP);
  const lines = KINDS.flatMap((kind) => part[kind].map((line) => ({ kind, line })));
  if (lines.length + part.unchanged.length === 0) return null;
  const left = lines.length - shown;
  return (
    <div className="builds-diff">
      <h3>{title}</h3>
      <p className="ld-soft">
        {text(messages.summary, {
          updated: formats.count(part.updated.length),
          added: formats.count(part.new.length),
          removed: formats.count(part.removed.length),
          unchanged: formats.count(part.unchanged.length),
        })}
      </p>
      <ul className="builds-diff__lines">
        {lines.slice(0, shown).map(({ kind, line }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and their order stays
          <li key={at}>
            <span className={`builds-diff__kind builds-diff__kind--${kind}`}>{text(messages[kind])}</span>
            <span title={line.checksum}>{line.name}</span>
            {line.previousName !== undefined && (
              <span className="ld-soft">{text(messages.was, { name: line.previousName })}</span>
            )}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button
          label={text(messages.showMore, { count: Math.min(left, STEP) })}
          onClick={() => setShown(shown + STEP)}
        />
      )}
    </div>
  );
}
