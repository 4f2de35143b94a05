import type { PluginAlerts } from '@lading/contract/rest';
import { Dialog, Fetched, FetchedView, TextField, useShell, useStyles, useText } from '@lading/ui';
import { EditForm, FormStore, ReloadContext, useFields, type Versioned } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { alertMessages } from './alertMessages.ts';
import css from './pluginHealth.css?inline';
import { fetchAlerts, saveAlerts } from './pluginHealthApi.ts';

type Loaded = Versioned<PluginAlerts>;

/** Sets when administrators are notified of failing plugins. */
export const AlertsDialog = observer(function AlertsDialog({ onClose }: { readonly onClose: () => void }) {
  useStyles(css);
  const { http } = useShell();
  const text = useText();
  const [fetched] = useState(
    () => new Fetched<Loaded | undefined>(undefined, (signal) => fetchAlerts(http, signal)),
  );
  useEffect(() => {
    void fetched.need();
    return () => fetched.dispose();
  }, [fetched]);
  return (
    <Dialog title={text(alertMessages.title)} onCancel={onClose}>
      <p className="admin-plugin-health__about">{text(alertMessages.about)}</p>
      <ReloadContext.Provider value={() => void fetched.fetch()}>
        <FetchedView fetched={fetched} failure={text(alertMessages.failed)}>
          {(opened) => opened && <AlertsForm key={opened.version} opened={opened} onClose={onClose} />}
        </FetchedView>
      </ReloadContext.Provider>
    </Dialog>
  );
});

const isPercent = (typed: string) => /^\d{1,3}$/.test(typed.trim()) && Number(typed) <= 100;

const AlertsForm = observer(function AlertsForm(props: {
  readonly opened: Loaded;
  readonly onClose: () => void;
}) {
  const { opened, onClose } = props;
  const { http } = useShell();
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore<{ failedPercent: string }, Loaded>(
        { failedPercent: String(opened.value.failedPercent) },
        {
          check: ({ failedPercent }) =>
            isPercent(failedPercent) ? {} : { failedPercent: { message: alertMessages.badPercent } },
          save: ({ failedPercent }) =>
            saveAlerts(http, { failedPercent: Number(failedPercent) }, opened.version),
        },
      ),
  );
  const field = useFields(store);
  return (
    <EditForm inDialog store={store} cancel={onClose} saved={text(alertMessages.saved)} onSaved={onClose}>
      <TextField
        {...field('failedPercent', text(alertMessages.percent))}
        required
        inputMode="numeric"
        help={text(alertMessages.percentHelp)}
      />
    </EditForm>
  );
});
