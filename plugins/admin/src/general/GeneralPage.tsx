import type { Footer } from '@lading/contract/rest';
import { CopyField, SelectField, TextField, useShell, useStyles, useText } from '@lading/ui';
import {
  changedFields,
  EditForm,
  EditPage,
  type FieldErrors,
  FormStore,
  editMessages as formMessages,
  useFields,
} from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { BaseUrlForm } from './BaseUrlForm.tsx';
import css from './general.css?inline';
import { changeGeneral, fetchGeneral } from './generalApi.ts';
import { MaintenanceForm } from './MaintenanceForm.tsx';
import { messages } from './messages.ts';

/** The server's name, its message to all users, its logo, its base URL, and maintenance mode. */
export function GeneralPage() {
  useStyles(css);
  const { http } = useShell();
  const text = useText();
  return (
    <EditPage
      heading={text(messages.title)}
      fetch={(signal) => fetchGeneral(http, signal)}
      failure={text(messages.failed)}
    >
      {(settings) =>
        settings && (
          <>
            <section className="admin-general__section" aria-labelledby="appearance">
              <h2 id="appearance">{text(messages.appearance)}</h2>
              <GeneralForm footer={settings.footer} />
            </section>
            <BaseUrlForm baseUrl={settings.baseUrl} />
            <MaintenanceForm mode={settings.maintenance} />
          </>
        )
      }
    </EditPage>
  );
}

const THEMES = ['system', 'light', 'dark', 'contrast'] as const;

/** Languages, by their own names, and the stored one, if its pack is not loaded. */
function useLanguages(stored: string): { key: string; label: string }[] {
  const { available = [] } = useShell().language;
  const all = available.map(({ tag, name }) => ({ key: tag === 'en' ? '' : tag, label: name }));
  return all.some(({ key }) => key === stored) ? all : [...all, { key: stored, label: stored || 'English' }];
}

interface GeneralValues {
  readonly serverName: string;
  readonly systemMessage: string;
  readonly logoUrl: string;
  readonly defaultTheme: NonNullable<Footer['defaultTheme']>;
  readonly defaultLanguage: string;
}

/** Finds values that the platform would reject, before the request is sent. */
function check({ serverName, systemMessage, logoUrl }: GeneralValues): FieldErrors<GeneralValues> {
  const tooLong = (most: number) => ({ message: messages.tooLong, values: { most } });
  return {
    ...(serverName.trim() === '' ? { serverName: { message: formMessages.missing } } : {}),
    ...(serverName.length > 100 ? { serverName: tooLong(100) } : {}),
    ...(systemMessage.length > 1000 ? { systemMessage: tooLong(1000) } : {}),
    ...(logoUrl !== '' && !/^\/(?!\/)/.test(logoUrl) ? { logoUrl: { message: messages.notAPath } } : {}),
  };
}

const GeneralForm = observer(function GeneralForm({ footer }: { footer: Footer }) {
  const { http, session } = useShell();
  const text = useText();
  const [store] = useState(() => {
    const { serverName, systemMessage = '', logoUrl } = footer;
    const { defaultTheme = 'system', defaultLanguage = '' } = footer;
    return new FormStore<GeneralValues>(
      { serverName, systemMessage, logoUrl, defaultTheme, defaultLanguage },
      {
        check,
        save: (values, before) => changeGeneral(http, changedFields(values, before)),
        fieldOf: ({ code }) => (code === 'BAD_LOGO_URL' ? 'logoUrl' : undefined),
      },
    );
  });
  const field = useFields(store);
  const languages = useLanguages(store.values.defaultLanguage);
  return (
    <EditForm
      store={store}
      verb={text(messages.saveAppearance)}
      saved={text(messages.saved)}
      // The frame shows all three, and loads them with the user's data.
      onSaved={() => void session.finishSignIn({ stay: true })}
    >
      <TextField
        {...field('serverName', text(messages.serverName))}
        required
        help={text(messages.serverNameHelp)}
      />
      <TextField
        {...field('systemMessage', text(messages.systemMessage))}
        help={text(messages.systemMessageHelp)}
      />
      <TextField
        {...field('logoUrl', text(messages.logoUrl))}
        spellCheck={false}
        help={text(messages.logoUrlHelp)}
      />
      <SelectField
        {...field('defaultTheme', text(messages.defaultTheme))}
        options={THEMES.map((key) => ({ key, label: text(messages[key]) }))}
        help={text(messages.defaultLookHelp)}
      />
      <SelectField
        {...field('defaultLanguage', text(messages.defaultLanguage))}
        options={languages}
        help={text(messages.defaultLookHelp)}
      />
      <p className="ld-soft">{text(messages.upload)}</p>
      <CopyField
        prompt
        what={text(messages.command)}
        text={`curl -u USER:TOKEN -T logo.png -H 'Content-Type: image/png' '${location.origin}/ui/api/v1/system/logo'`}
      />
    </EditForm>
  );
});
