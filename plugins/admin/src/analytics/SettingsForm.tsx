import type { AnalyticsSettings } from '@lading/contract/rest';
import { TextField, useShell, useText } from '@lading/ui';
import { CheckField, EditForm, FormStore, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { saveSettings } from './analyticsApi.ts';
import { settingsMessages } from './messages.ts';

interface Props {
  readonly settings: AnalyticsSettings;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Values of the form. The number is a text, as typed. */
interface Values {
  readonly enabled: boolean;
  readonly days: string;
}

const isValid = (days: string) => /^\d{1,3}$/.test(days) && Number(days) >= 1 && Number(days) <= 400;

/** Turns usage analytics on and off. */
export const SettingsForm = observer(function SettingsForm({ settings, onSaved, onClose }: Props) {
  const { http } = useShell();
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore<Values, AnalyticsSettings>(
        { enabled: settings.enabled, days: String(settings.days) },
        {
          check: ({ days }) => (isValid(days.trim()) ? {} : { days: { message: settingsMessages.badDays } }),
          save: ({ enabled, days }) => saveSettings(http, { enabled, days: Number(days) }),
        },
      ),
  );
  const field = useFields(store);
  const close = () => {
    onSaved();
    onClose();
  };
  return (
    <EditForm inDialog store={store} cancel={onClose} saved={text(settingsMessages.saved)} onSaved={close}>
      <CheckField
        {...field('enabled', text(settingsMessages.enabled))}
        help={text(settingsMessages.enabledHelp)}
      />
      <TextField
        {...field('days', text(settingsMessages.days))}
        required
        inputMode="numeric"
        help={text(settingsMessages.daysHelp)}
      />
    </EditForm>
  );
});
