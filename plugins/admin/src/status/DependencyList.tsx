import type { DependencyStatus, DependencyStatuses } from '@lading/contract/rest';
import { Fetched, FetchedView, useFormats, useShell, useText, When } from '@lading/ui';
import { Badge, type BadgeState } from '@lading/ui/display';
import { useEffect, useRef, useState } from 'react';
import { messages } from './messages.ts';
import { fetchDependencies } from './statusApi.ts';

const STATES: Readonly<Record<DependencyStatus['state'], BadgeState>> = {
  ok: 'good',
  degraded: 'warning',
  failed: 'bad',
  off: 'off',
  unknown: 'unknown',
};
const none: DependencyStatuses = { node_id: '', dependencies: [] };

/**
 * Dependencies of the node that responds, with the state and the last error of each. Reloaded when
 * `reloads` changes.
 */
export function DependencyList({ reloads }: { reloads: number }) {
  const text = useText();
  const { http } = useShell();
  const [fetched] = useState(
    () => new Fetched<DependencyStatuses>(none, (signal) => fetchDependencies(http, signal)),
  );
  const loaded = useRef(reloads);
  useEffect(() => {
    if (loaded.current !== reloads) void fetched.fetch();
    loaded.current = reloads;
  }, [fetched, reloads]);
  return (
    <section className="status-section" aria-label={text(messages.dependencies)}>
      <h2>{text(messages.dependencies)}</h2>
      <FetchedView fetched={fetched} failure={text(messages.dependenciesFailed)}>
        {({ node_id, dependencies }) => (
          <>
            <p className="ld-soft">{text(messages.dependenciesOf, { node: node_id })}</p>
            <DependencyTable dependencies={dependencies} />
          </>
        )}
      </FetchedView>
    </section>
  );
}

function DependencyTable({ dependencies }: Pick<DependencyStatuses, 'dependencies'>) {
  const text = useText();
  const heads = ['dependency', 'state', 'detail', 'lastError'] as const;
  const isBlind = dependencies.some(({ kind, state }) => kind === 'database' && state === 'failed');
  return (
    <div className="status-frame">
      <table className="status-table status-table--stacked">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {text(messages[head])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {dependencies.map((dependency) => (
            <DependencyRow
              key={`${dependency.kind} ${dependency.name}`}
              dependency={dependency}
              isBlind={isBlind}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** `isBlind`: without the database, most dependencies are not checked. */
function stateMessage({ state, last_error: error, unchecked }: DependencyStatus, isBlind: boolean) {
  if (state === 'failed') return messages.failedState;
  if (state !== 'unknown') return messages[state];
  if (isBlind) return messages.unchecked;
  if (unchecked !== undefined && !error) return messages.notChecked;
  return error ? messages.noSuccess : messages.unknown;
}

function DependencyRow({ dependency, isBlind }: { dependency: DependencyStatus; isBlind: boolean }) {
  const text = useText();
  const formats = useFormats();
  const {
    kind,
    name,
    state,
    since,
    free_bytes: free,
    response_millis: millis,
    last_error: error,
    unchecked,
  } = dependency;
  const isoOf = (time: number) => new Date(time).toISOString();
  return (
    <tr>
      <th scope="row">{text(messages[kind], { name })}</th>
      <td data-head={text(messages.state)}>
        <Badge state={STATES[state]}>{text(stateMessage(dependency, isBlind))}</Badge>
      </td>
      <td data-head={text(messages.detail)}>
        {millis !== undefined && text(messages.response, { millis })}
        {free !== undefined && text(messages.free, { size: formats.size(free) })}
        {since !== undefined && (
          <>
            {text(messages.lastSuccess)} <When date={isoOf(since)} />
          </>
        )}
        {unchecked !== undefined && (
          <div className="ld-soft">{text(messages.pageNotChecked, { reason: unchecked })}</div>
        )}
      </td>
      <td data-head={text(messages.lastError)}>
        {error && (
          <>
            {error.message} · <When date={isoOf(error.time)} />
          </>
        )}
      </td>
    </tr>
  );
}
