import type { TrashSettings } from '@lading/contract/rest';
import { Fetched, TextField, useShell, useText } from '@lading/ui';
import { EditForm, EditPage, FormStore, PickField, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { messages } from './messages.ts';
import { TRASH } from './paths.ts';
import { trashTitle } from './title.ts';
import { fetchRepositoryKeys, fetchSettings, saveSettings } from './trashApi.ts';

/** How long the trash keeps items, and the repositories without a trash. */
export function TrashSettingsPage() {
  const { http } = useShell();
  const text = useText();
  return (
    <EditPage
      above={[{ label: text(trashTitle), to: TRASH }]}
      heading={text(messages.settings)}
      id="settings"
      fetch={(signal) => fetchSettings(http, signal)}
      failure={text(messages.settingsFailed)}
    >
      {(settings) => settings && <SettingsForm settings={settings} />}
    </EditPage>
  );
}

/** The values of the form; the number as it is typed. */
interface Values {
  readonly days: string;
  readonly excluded: readonly string[];
}

const SettingsForm = observer(function SettingsForm({ settings }: { readonly settings: TrashSettings }) {
  const { http } = useShell();
  const text = useText();
  const navigate = useNavigate();
  const [store] = useState(
    () =>
      new FormStore<Values, TrashSettings>(
        { days: String(settings.days), excluded: settings.excluded },
        {
          check: ({ days }) =>
            /^\d{1,3}$/.test(days.trim()) && Number(days) <= 365
              ? {}
              : { days: { message: messages.badDays } },
          save: ({ days, excluded }) => saveSettings(http, { days: Number(days), excluded: [...excluded] }),
        },
      ),
  );
  const [keys] = useState(
    () => new Fetched<readonly string[]>([], (signal) => fetchRepositoryKeys(http, signal)),
  );
  const field = useFields(store);
  return (
    <EditForm store={store} cancel={TRASH} saved={text(messages.saved)} onSaved={() => void navigate(TRASH)}>
      <TextField
        {...field('days', text(messages.days))}
        required
        inputMode="numeric"
        help={text(messages.daysHelp)}
      />
      <PickField
        {...field('excluded', text(messages.excluded))}
        options={keys}
        help={text(messages.excludedHelp)}
      />
    </EditForm>
  );
});
