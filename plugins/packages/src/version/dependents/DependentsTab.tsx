import type { Dependent } from '@lading/contract/rest';
import { Button, EmptyState, ErrorState, PageSkeleton, useStyles, useText } from '@lading/ui';
import { Tags } from '@lading/ui/display';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { packageAddress } from '../../address/packageAddress.ts';
import { messages } from '../messages.ts';
import css from '../tables.css?inline';
import type { VersionParts, VersionStore } from '../VersionStore.ts';
import { UsingBuilds } from './UsingBuilds.tsx';

interface Props {
  readonly store: VersionStore;
  readonly parts: VersionParts;
  /** The version that builds use. */
  readonly version: string;
}

/** Lists packages that depend on this one, paged, and builds that use the version. */
export function DependentsTab({ store, parts, version }: Props) {
  return (
    <>
      <DependentPackages store={store} />
      <UsingBuilds parts={parts} version={version} />
    </>
  );
}

const DependentPackages = observer(function DependentPackages({ store }: Pick<Props, 'store'>) {
  useStyles(css);
  const text = useText();
  const { dependents: rows, packageName: name } = store;
  // Users who return from another tab find all loaded entries: requesting only the first page would
  // drop the others.
  useEffect(() => {
    if (rows.length === 0) rows.want(0, 0);
  }, [rows]);
  if (rows.length === 0) {
    if (rows.error) {
      return (
        <ErrorState
          what={text(messages.dependentsFailed)}
          cause={rows.error.message}
          onRetry={() => rows.retry()}
        />
      );
    }
    if (!rows.complete) return <PageSkeleton />;
    return (
      <EmptyState
        icon="people"
        what={text(messages.noDependents)}
        more={text(messages.noDependentsMore, { name })}
      />
    );
  }
  const shown = Array.from({ length: rows.length }, (_, at) => rows.row(at)).filter(
    (row) => row !== undefined,
  );
  return (
    <>
      <p className="ld-soft">{summary()}</p>
      <table className="packages-table">
        <thead>
          <tr>
            <th scope="col">{text(messages.usedBy)}</th>
            <th scope="col">{text(messages.usedIn)}</th>
            <th scope="col">{text(messages.asksFor)}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </table>
      {rows.error && (
        <ErrorState
          what={text(messages.dependentsFailed)}
          cause={rows.error.message}
          onRetry={() => rows.retry()}
        />
      )}
      {!rows.complete && !rows.error && (
        <Button label={text(messages.showMore)} busy={rows.busy} onClick={() => rows.want(0, rows.length)} />
      )}
    </>
  );

  function summary(): string {
    if (rows.total !== undefined) return text(messages.dependentsCount, { count: rows.total, name });
    return text(rows.complete ? messages.dependentsSome : messages.dependentsMany, { name });
  }
});

function Row({ row }: { row: Dependent }) {
  const text = useText();
  return (
    <tr>
      <th scope="row">
        <Link to={packageAddress(row.id)}>{row.name}</Link>{' '}
        {row.development && <Tags words={[text(messages.toDevelop)]} />}
      </th>
      <td className="ld-mono">
        <Link to={packageAddress(row.id, row.version)}>{row.version}</Link>
      </td>
      <td className="ld-mono">{row.range}</td>
    </tr>
  );
}
