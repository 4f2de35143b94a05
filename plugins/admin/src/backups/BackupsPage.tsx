import type { BackupRun, BackupSettings } from '@lading/contract/rest';
import { Button, Dialog, Fetched, Skeleton, useShell, useText } from '@lading/ui';
import { ListPage, type RowKind, useList, WholeList } from '@lading/ui/list';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useState } from 'react';
import { BackupForm } from './BackupForm.tsx';
import { BackupPlan } from './BackupPlan.tsx';
import { fetchBackups, fetchSettings, requestBackup } from './backupsApi.ts';
import { DetailDialog } from './DetailDialog.tsx';
import { formMessages } from './formMessages.ts';
import { messages } from './messages.ts';
import { SHOWN_STATES, shownStateOf } from './shownState.ts';
import { title } from './title.ts';
import { useBackupColumns } from './useBackupColumns.tsx';

/** How often the list is loaded, in milliseconds. */
const REFRESH_MS = 3000;

const bytesOf = ({ databaseBytes = 0, blobBytes = 0 }: BackupRun) => databaseBytes + blobBytes;

const KIND: RowKind<BackupRun> = {
  sorts: {
    time: ({ requested }) => requested,
    state: (run) => SHOWN_STATES.indexOf(shownStateOf(run)),
    size: bytesOf,
    copied: ({ copiedBytes }) => copiedBytes,
  },
  descending: true,
  texts: ({ target, name = '', requestedBy = '', error = '' }) => [target, name, requestedBy, error],
  filters: { state: (run, value) => shownStateOf(run) === value },
};

/** The backups of the server with their schedule and states, and an action to back up now. */
export const BackupsPage = observer(function BackupsPage() {
  const text = useText();
  const { http, periodic } = useShell();
  const list = useList('backups', (calls) => new WholeList((signal) => fetchBackups(calls, signal), KIND));
  const [settings] = useState(
    () => new Fetched<BackupSettings | undefined>(undefined, (signal) => fetchSettings(http, signal)),
  );
  const [editing, setEditing] = useState(false);
  const [detail, setDetail] = useState<BackupRun>();
  useEffect(() => {
    void settings.need();
    return () => settings.dispose();
  }, [settings]);
  useEffect(() => periodic.repeat(async () => list.reload(), REFRESH_MS), [periodic, list]);
  const hasTarget = Boolean(settings.value?.target);
  const backUp = useBackUp(list);
  return (
    <ListPage
      id="backups"
      heading={text(title)}
      about={text(messages.about)}
      what={text(messages.what)}
      counted={messages.counted}
      search={{ label: text(messages.filter) }}
      filters={[
        {
          key: 'state',
          label: text(messages.state),
          options: [
            { key: '', label: text(messages.all) },
            ...SHOWN_STATES.map((key) => ({ key, label: text(messages[key]) })),
          ],
        },
      ]}
      columns={useBackupColumns(setDetail)}
      list={list}
      note={<BackupPlan settings={settings} />}
      actions={
        <>
          <Button
            icon="settings"
            label={text(messages.settings)}
            disabled={!settings.value}
            onClick={() => setEditing(true)}
          />
          <Button
            kind="main"
            icon="download"
            label={text(messages.now)}
            disabled={!hasTarget}
            onClick={() => void backUp()}
          />
        </>
      }
      empty={{
        icon: 'database',
        what: text(messages.none),
        // Unknown until the settings are loaded.
        more: settings.value
          ? text(hasTarget ? messages.noneYet : messages.noneMore)
          : !settings.settled && <Skeleton width="240px" />,
      }}
    >
      {detail && <DetailDialog run={detail} onClose={() => setDetail(undefined)} />}
      {editing && settings.value && (
        <Dialog title={text(formMessages.title)} onCancel={() => setEditing(false)}>
          <BackupForm
            settings={settings.value}
            onSaved={() => void settings.fetch()}
            onClose={() => setEditing(false)}
          />
        </Dialog>
      )}
    </ListPage>
  );
});

function useBackUp(list: WholeList<BackupRun>): () => Promise<void> {
  const text = useText();
  const { http, notifications } = useShell();
  return useCallback(async () => {
    try {
      await requestBackup(http);
      notifications.success(text(messages.requested));
      list.reload();
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      notifications.error(text(messages.notRequested, { cause }));
    }
  }, [http, notifications, text, list]);
}
