import type { Message } from '@lading/contract';
import type { NodeLoad, NodeStatus } from '@lading/contract/rest';
import { EmptyState, ErrorState, PageSkeleton, SelectField, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState } from 'react';
import { LineChart } from './LineChart.tsx';
import { LoadStore } from './LoadStore.ts';
import css from './load.css?inline';
import { loadMessages } from './loadMessages.ts';
import { QueueTable } from './QueueTable.tsx';

/** Milliseconds between two requests; the server takes a sample as often. */
const REFRESH = 10_000;

type Figure = 'requests' | 'latency' | 'lag' | 'connections' | 'waiting_queries';

/** Figures with their title and the text of a value. */
const FIGURES: readonly (readonly [Figure, Message, Message])[] = [
  ['requests', loadMessages.requests, loadMessages.requestsValue],
  ['latency', loadMessages.latency, loadMessages.millis],
  ['lag', loadMessages.lag, loadMessages.millis],
  ['connections', loadMessages.connections, loadMessages.connectionsValue],
  ['waiting_queries', loadMessages.waiting, loadMessages.waitingValue],
];

interface Props {
  readonly reloads: number;
  /** Empty: not known. */
  readonly nodes: readonly NodeStatus[];
}

/** The load of a node, as charts. Reloaded when `reloads` changes. */
export const LoadSection = observer(function LoadSection({ reloads, nodes }: Props) {
  useStyles(css);
  const text = useText();
  const { http, periodic } = useShell();
  const [store] = useState(() => new LoadStore(http));
  const loaded = useRef(reloads);
  useEffect(() => {
    void store.fetch();
    return periodic.repeat((signal) => store.fetch(signal), REFRESH);
  }, [store, periodic]);
  useEffect(() => {
    if (loaded.current !== reloads) void store.fetch();
    loaded.current = reloads;
  }, [store, reloads]);
  const { load, error } = store;
  return (
    <section className="status-section" aria-label={text(loadMessages.title)}>
      <h2>{text(loadMessages.title)}</h2>
      <NodeField store={store} nodes={nodes} />
      {error !== undefined && (
        <ErrorState what={text(loadMessages.failed)} cause={error} onRetry={() => void store.fetch()} />
      )}
      {load ? <Figures load={load} /> : error === undefined && <PageSkeleton />}
    </section>
  );
});

/** Selects a node, if there are several. */
const NodeField = observer(function NodeField(props: { store: LoadStore } & Pick<Props, 'nodes'>) {
  const { store, nodes } = props;
  const text = useText();
  const { nodeId } = store;
  const online = new Map(nodes.map(({ node_id, status }) => [node_id, status === 'Online']));
  if (nodeId !== undefined && !online.has(nodeId)) online.set(nodeId, true);
  if (online.size < 2) return null;
  return (
    <div className="status-load__node">
      <SelectField
        label={text(loadMessages.node)}
        value={nodeId ?? ''}
        options={[
          ...(nodeId === undefined ? [{ key: '', label: text(loadMessages.responding) }] : []),
          ...[...online].sort().map(([key, isOnline]) => ({
            key,
            label: isOnline ? key : text(loadMessages.offline, { node: key }),
          })),
        ]}
        onChange={(key) => store.select(key)}
      />
    </div>
  );
});

function Figures({ load }: { readonly load: NodeLoad }) {
  const text = useText();
  const { tag } = useShell().language;
  const times = useMemo(() => timesOf(load, tag), [load, tag]);
  if (load.time === null)
    return <EmptyState icon="history" what={text(loadMessages.empty)} more={text(loadMessages.emptyMore)} />;
  return (
    <>
      <p className="ld-soft">{text(loadMessages.of, { node: load.node_id })}</p>
      <div className="status-load">
        {FIGURES.map(([figure, title, value]) => (
          <LineChart
            key={figure}
            title={text(title)}
            times={times}
            values={load[figure]}
            valueText={(known) =>
              known === null ? text(loadMessages.noRequests) : text(value, { value: known })
            }
          />
        ))}
      </div>
      <h3>{text(loadMessages.queues)}</h3>
      <QueueTable queues={load.queues} />
    </>
  );
}

/** The time of each value, such as '12:30:10'. */
function timesOf({ time, interval_seconds: interval, requests }: NodeLoad, tag: string): string[] {
  const format = new Intl.DateTimeFormat(tag, { timeStyle: 'medium' });
  return requests.map((_, at) => format.format((time ?? 0) - (requests.length - 1 - at) * interval * 1000));
}
