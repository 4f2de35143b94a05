import type { BundleComparison } from '@lading/contract/rest';
import { Fetched, FetchedView, useFormats, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { fetchComparison } from '../bundlesApi.ts';
import { messages } from './messages.ts';

const NONE: BundleComparison = {
  ...{ packages: [], changedPackages: 0 },
  ...{ added: 0, removed: 0, changed: 0, same: 0, bytes: 0, lines: [] },
};

interface Props {
  readonly name: string;
  readonly version: string;
  readonly other: string;
}

/** Shows the changes from the other version to this one. */
export const Comparison = observer(function Comparison({ name, version, other }: Props) {
  const { http } = useShell();
  const text = useText();
  const comparison = useMemo(
    () => new Fetched(NONE, (signal) => fetchComparison(http, { name, version }, other, signal)),
    [http, name, version, other],
  );
  useEffect(() => {
    void comparison.need();
    return () => comparison.dispose();
  }, [comparison]);
  return (
    <FetchedView fetched={comparison} failure={text(messages.compareFailed)}>
      {(found) => <Differences comparison={found} />}
    </FetchedView>
  );
});

function Differences({ comparison }: { comparison: BundleComparison }) {
  const text = useText();
  const formats = useFormats();
  const { bytes, lines, added, changed, removed, same } = comparison;
  const size = `${bytes < 0 ? '−' : '+'}${formats.size(Math.abs(bytes))}`;
  const total = added + changed + removed;
  return (
    <div className="bundles-plan">
      <PackageDifferences comparison={comparison} />
      <p role="status">{text(messages.compared, { added, changed, removed, same, bytes: size })}</p>
      <ul aria-label={text(messages.changedFiles)}>
        {lines.map(({ what, path, size: now, before }) => (
          <li key={path}>
            {text(messages[what])} <span className="ld-mono">{path}</span>{' '}
            <span className="ld-soft ld-numbers">
              {before !== null && formats.size(before)}
              {before !== null && now !== null && ' → '}
              {now !== null && formats.size(now)}
            </span>
          </li>
        ))}
      </ul>
      {total > lines.length && (
        <p className="ld-soft">{text(messages.someDifferences, { count: lines.length })}</p>
      )}
    </div>
  );
}

/** Files show another version of a package as added and removed ones. */
function PackageDifferences({ comparison }: { comparison: BundleComparison }) {
  const text = useText();
  const { packages, changedPackages } = comparison;
  if (packages.length === 0) return null;
  return (
    <>
      <ul aria-label={text(messages.changedPackages)}>
        {packages.map(({ what, type, name, before, now }) => (
          <li key={`${type} ${name}`}>
            {text(messages[what])} <b>{name}</b> <span className="ld-soft">{type}</span>{' '}
            <span className="ld-mono">
              {[before, now]
                .filter((versions) => versions.length > 0)
                .map((versions) => versions.join(', '))
                .join(' → ')}
            </span>
          </li>
        ))}
      </ul>
      {changedPackages > packages.length && (
        <p className="ld-soft">{text(messages.someDifferences, { count: packages.length })}</p>
      )}
    </>
  );
}
