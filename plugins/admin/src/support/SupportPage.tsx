import { Button, Dialog, useShell, useText } from '@lading/ui';
import { ListPage, useList } from '@lading/ui/list';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useState } from 'react';
import { BundleForm } from './BundleForm.tsx';
import { messages } from './messages.ts';
import { type BundleRow, SupportStore } from './SupportStore.ts';
import { serviceLabel } from './serviceNames.ts';
import type { BundleService, NewBundle } from './supportApi.ts';
import { title } from './title.ts';
import { useBundleColumns } from './useBundleColumns.tsx';

/** While the server creates a bundle, its progress is loaded this often, in milliseconds. */
const PROGRESS_MS = 3000;

/** The support bundles: requested, downloaded, and deleted here. */
export const SupportPage = observer(function SupportPage() {
  const text = useText();
  const { notifications, user } = useShell();
  const store = useList('support', (http) => new SupportStore(http));
  const [creating, setCreating] = useState(false);
  useProgress(store);
  const remove = useRemove(store);
  const create = (services: readonly BundleService[], bundle: NewBundle) => {
    for (const service of services)
      store.request(service, bundle, user.current?.name ?? '').catch((cause: unknown) => {
        const words = { service: serviceLabel(service), cause: causeOf(cause) };
        notifications.error(text(messages.notRequested, words));
      });
  };
  return (
    <ListPage
      id="support"
      heading={text(title)}
      about={text(messages.about)}
      what={text(messages.what)}
      counted={messages.counted}
      search={{ label: text(messages.filter) }}
      columns={useBundleColumns(remove)}
      list={store}
      actions={
        <Button kind="main" icon="add" label={text(messages.create)} onClick={() => setCreating(true)} />
      }
      note={<Requested store={store} />}
      empty={{ icon: 'help', what: text(messages.none), more: text(messages.noneMore) }}
    >
      {creating && (
        <Dialog title={text(messages.create)} onCancel={() => setCreating(false)}>
          <BundleForm onCreate={create} onClose={() => setCreating(false)} />
        </Dialog>
      )}
    </ListPage>
  );
});

/** How many bundles are being requested, by service. */
const Requested = observer(function Requested({ store }: { store: SupportStore }) {
  const text = useText();
  const { count, requested } = store;
  const services = [...requested].filter(([, each]) => each > 0);
  return (
    <p role="status" className="ld-soft">
      {count > 0 &&
        text(messages.inProgress, {
          count,
          services: services
            .map(([service, each]) =>
              text(messages.perService, { service: serviceLabel(service), count: each }),
            )
            .join(', '),
        })}
    </p>
  );
});

function useProgress(store: SupportStore): void {
  const { periodic } = useShell();
  const { unfinished } = store;
  useEffect(() => {
    if (!unfinished) return undefined;
    return periodic.repeat(async () => store.reload(), PROGRESS_MS);
  }, [periodic, store, unfinished]);
}

function useRemove(store: SupportStore): (row: BundleRow) => void {
  const { modals, notifications } = useShell();
  const text = useText();
  return useCallback(
    async (row: BundleRow) => {
      const { name } = row;
      const agreed = await modals.confirm({
        title: text(messages.removeTitle, { name }),
        text: text(messages.removeText),
        verb: text(messages.remove),
        danger: true,
      });
      if (!agreed) return;
      try {
        await store.remove(row);
        notifications.success(text(messages.removed, { name }));
      } catch (cause) {
        notifications.error(text(messages.notRemoved, { name, cause: causeOf(cause) }));
      }
    },
    [store, modals, notifications, text],
  );
}

function causeOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
