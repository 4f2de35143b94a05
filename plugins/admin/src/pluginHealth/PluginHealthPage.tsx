import type { PluginHealth } from '@lading/contract/rest';
import { Button, useText } from '@lading/ui';
import { ListPage, type RowKind, useList, WholeList } from '@lading/ui/list';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AlertsDialog } from './AlertsDialog.tsx';
import { alertMessages } from './alertMessages.ts';
import { FailuresDialog } from './FailuresDialog.tsx';
import { messages } from './messages.ts';
import { fetchPluginHealth } from './pluginHealthApi.ts';
import { title } from './title.ts';
import { useHealthColumns } from './useHealthColumns.tsx';

const DEFAULT_DAYS = 7;

const shareOf = ({ loads, failedLoads }: PluginHealth) => (loads === 0 ? 0 : failedLoads / loads);

const KIND: RowKind<PluginHealth> = {
  sorts: {
    failed: (row) => shareOf(row) + Math.min(row.failureCount, 1e6) / 1e9,
    plugin: ({ plugin, version }) => `${plugin} ${version}`,
    off: ({ turnedOff }) => turnedOff,
    load: ({ loadMs }) => loadMs,
    mount: ({ mountMs }) => mountMs,
    lastSeen: ({ lastSeen }) => lastSeen,
  },
  descending: true,
  texts: ({ plugin, version, failures }) => [plugin, version, ...failures.map(({ message }) => message)],
  filters: {
    state: ({ failureCount }, value) => (value === 'failing') === failureCount > 0,
    // Selects the rows of the call instead.
    days: () => true,
  },
};

/** Loads, times, and failures of each version of a plugin, as browsers reported them. */
export function PluginHealthPage() {
  const [params] = useSearchParams();
  const wanted = Number(params.get('days'));
  const days = [1, 30].includes(wanted) ? wanted : DEFAULT_DAYS;
  return <HealthList key={days} days={days} />;
}

function HealthList({ days }: { days: number }) {
  const text = useText();
  const [shown, setShown] = useState<PluginHealth>();
  const [alerts, setAlerts] = useState(false);
  const list = useList(
    `plugin-health-${days}`,
    (http) => new WholeList((signal) => fetchPluginHealth(http, days, signal), KIND),
  );
  const states = [
    { key: '', label: text(messages.all) },
    { key: 'failing', label: text(messages.failing) },
    { key: 'good', label: text(messages.good) },
  ];
  const periods = [
    { key: '1', label: text(messages.day) },
    { key: '', label: text(messages.week) },
    { key: '30', label: text(messages.month) },
  ];
  return (
    <ListPage
      id="plugin-health"
      heading={text(title)}
      about={text(messages.about)}
      actions={<Button icon="alert" label={text(alertMessages.open)} onClick={() => setAlerts(true)} />}
      what={text(messages.what)}
      counted={messages.counted}
      search={{ label: text(messages.filter) }}
      filters={[
        { key: 'state', label: text(messages.state), options: states },
        { key: 'days', label: text(messages.period), options: periods },
      ]}
      columns={useHealthColumns(setShown)}
      list={list}
      empty={{ icon: 'history', what: text(messages.none), more: text(messages.noneMore) }}
    >
      {alerts && <AlertsDialog onClose={() => setAlerts(false)} />}
      {shown && <FailuresDialog health={shown} onClose={() => setShown(undefined)} />}
    </ListPage>
  );
}
