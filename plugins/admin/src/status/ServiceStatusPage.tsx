import type { NodeStatus } from '@lading/contract/rest';
import {
  Button,
  EmptyState,
  ErrorState,
  PageFrame,
  PageSkeleton,
  useShell,
  useStyles,
  useText,
} from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { DependencyList } from './DependencyList.tsx';
import { StatusHistorySection } from './history/StatusHistorySection.tsx';
import { LoadSection } from './load/LoadSection.tsx';
import { messages } from './messages.ts';
import { NodeTable } from './NodeTable.tsx';
import { type Service, StatusStore } from './StatusStore.ts';
import css from './status.css?inline';

/** Milliseconds between two requests; the nodes send heartbeats as often. */
const REFRESH = 15_000;

/** Names of products are not translated. */
const NAMES: Readonly<Record<string, string>> = {
  jfrt: 'Artifactory',
  jfmc: 'Mission Control',
  jfxr: 'Xray',
  jfds: 'Distribution',
  jfpip: 'Pipelines',
  jfisv: 'Insight',
};

/** The services of the platform with their nodes, what this node depends on, and its load. */
export const ServiceStatusPage = observer(function ServiceStatusPage() {
  useStyles(css);
  const text = useText();
  const { http, license, periodic } = useShell();
  const [store] = useState(() => new StatusStore(http, () => license.rank));
  const [reloads, setReloads] = useState(0);
  const reload = () => setReloads((before) => before + 1);
  useEffect(() => {
    void store.fetch();
    return periodic.repeat((signal) => store.fetch(signal), REFRESH);
  }, [store, periodic]);
  return (
    <PageFrame
      inOrder
      heading={text(messages.title)}
      actions={
        <Button
          icon="refresh"
          label={text(messages.refresh)}
          onClick={() => {
            void store.fetch();
            reload();
          }}
        />
      }
    >
      <Services store={store} onRemoved={reload} />
      <DependencyList reloads={reloads} />
      <LoadSection reloads={reloads} nodes={store.nodes} />
      <StatusHistorySection reloads={reloads} />
    </PageFrame>
  );
});

const Services = observer(function Services(props: { store: StatusStore; onRemoved: () => void }) {
  const { store, onRemoved } = props;
  const text = useText();
  const { modals, notifications } = useShell();
  const remove = async (service: Service, node: NodeStatus) => {
    const names = { service: nameOf(service), node: node.node_id };
    const agreed = await modals.confirm({
      title: text(messages.removeTitle, names),
      text: text(messages.removeText),
      verb: text(messages.remove),
      danger: true,
    });
    if (!agreed) return;
    try {
      await store.remove(node);
      notifications.success(text(messages.removed, names));
      onRemoved();
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      notifications.error(text(messages.notRemoved, { ...names, cause }));
    }
  };
  if (store.state === 'loading') return <PageSkeleton />;
  if (store.state === 'failed')
    return <ErrorState what={text(messages.failed)} cause={store.cause} onRetry={() => void store.fetch()} />;
  if (store.nodes.length === 0)
    return <EmptyState icon="database" what={text(messages.empty)} more={text(messages.emptyMore)} />;
  return (
    <>
      {store.hasMultipleMissionControls && (
        <p role="status">{text(messages.multiple, { count: store.missionControls.length })}</p>
      )}
      {store.missionControlEnabled === false && <p className="ld-soft">{text(messages.missionControlOff)}</p>}
      {store.services.map((service) => (
        <section key={service.id} aria-label={service.id} className="status-section">
          <h2>
            {nameOf(service)} <span className="status-id">{service.id}</span>
          </h2>
          <NodeTable nodes={service.nodes} onRemove={(node) => void remove(service, node)} />
        </section>
      ))}
    </>
  );
});

function nameOf({ key, id }: Service): string {
  return NAMES[key] ?? id;
}
