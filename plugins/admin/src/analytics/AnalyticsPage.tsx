import type { AnalyticsCount, AnalyticsSettings } from '@lading/contract/rest';
import { Button, Dialog, ErrorState, Fetched, useShell, useText } from '@lading/ui';
import { ListPage, type RowKind, useList, WholeList } from '@lading/ui/list';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { deleteHistory, fetchHistory, fetchSettings } from './analyticsApi.ts';
import { messages, settingsMessages } from './messages.ts';
import { SettingsForm } from './SettingsForm.tsx';
import { title } from './title.ts';
import { useCountColumns } from './useCountColumns.tsx';

const DEFAULT_DAYS = 30;

const KIND: RowKind<AnalyticsCount> = {
  sorts: {
    day: ({ day }) => day,
    event: ({ event, detail }) => `${event} ${detail}`,
    count: ({ count }) => count,
    sessions: ({ sessions }) => sessions,
  },
  descending: true,
  texts: ({ day, event, detail }) => [day, event, detail],
  // Selects the rows of the call instead.
  filters: { days: () => true },
};

/** Number of events in the console per day. */
export function AnalyticsPage() {
  const [params] = useSearchParams();
  const wanted = Number(params.get('days'));
  const days = [1, 7, 400].includes(wanted) ? wanted : DEFAULT_DAYS;
  return <CountList key={days} days={days} />;
}

const CountList = observer(function CountList({ days }: { readonly days: number }) {
  const text = useText();
  const { http } = useShell();
  const [settings] = useState(
    () => new Fetched<AnalyticsSettings | undefined>(undefined, (signal) => fetchSettings(http, signal)),
  );
  const [editing, setEditing] = useState(false);
  useEffect(() => {
    void settings.need();
    return () => settings.dispose();
  }, [settings]);
  const list = useList(
    `analytics-${days}`,
    (calls) => new WholeList(async (signal) => (await fetchHistory(calls, days, signal)).counts, KIND),
  );
  const periods = [
    { key: '1', label: text(messages.day) },
    { key: '7', label: text(messages.week) },
    { key: '', label: text(messages.month) },
    { key: '400', label: text(messages.year) },
  ];
  const enabled = settings.value?.enabled;
  const state = enabled === undefined ? '' : text(enabled ? messages.on : messages.off);
  return (
    <ListPage
      id="analytics"
      heading={text(title)}
      about={`${text(messages.about)} ${state}`.trim()}
      note={
        settings.error && (
          <ErrorState
            what={text(settingsMessages.failed)}
            cause={settings.error.message}
            onRetry={() => void settings.fetch()}
          />
        )
      }
      actions={
        <>
          <Button
            icon="settings"
            label={text(messages.settings)}
            disabled={!settings.value}
            onClick={() => setEditing(true)}
          />
          <DeleteAll onDeleted={() => list.reload()} />
        </>
      }
      what={text(messages.what)}
      counted={messages.counted}
      search={{ label: text(messages.filter) }}
      filters={[{ key: 'days', label: text(messages.period), options: periods }]}
      columns={useCountColumns()}
      list={list}
      empty={{
        ...{ icon: 'history', what: text(messages.none) },
        more: text(enabled === false ? messages.noneOff : messages.noneMore),
      }}
    >
      {editing && settings.value && (
        <Dialog title={text(settingsMessages.title)} onCancel={() => setEditing(false)}>
          <SettingsForm
            settings={settings.value}
            onSaved={() => void settings.fetch()}
            onClose={() => setEditing(false)}
          />
        </Dialog>
      )}
    </ListPage>
  );
});

function DeleteAll({ onDeleted }: { readonly onDeleted: () => void }) {
  const { http, modals, notifications } = useShell();
  const text = useText();
  const remove = async () => {
    const agreed = await modals.confirm({
      ...{ title: text(messages.removeTitle), text: text(messages.removeText) },
      ...{ verb: text(messages.remove), danger: true },
    });
    if (!agreed) return;
    try {
      const { deleted } = await deleteHistory(http);
      notifications.success(text(messages.removed, { count: deleted }));
    } catch (cause) {
      notifications.error(text(messages.failed, { cause: (cause as Error).message }));
    }
    onDeleted();
  };
  return <Button kind="danger" label={text(messages.remove)} onClick={() => void remove()} />;
}
