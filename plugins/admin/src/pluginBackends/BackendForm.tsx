import type { PluginBackendDetails } from '@lading/contract/rest';
import { PasswordField, SelectField, TextField, useShell, useText } from '@lading/ui';
import {
  CheckField,
  EditForm,
  FormSection,
  FormStore,
  editMessages as formMessages,
  useFields,
} from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { BACKENDS } from '../paths.ts';
import { saveBackend } from './backendsApi.ts';
import {
  type BackendValues,
  changeOf,
  checkBackend,
  fieldOf,
  keepsSecret,
  valuesOf,
} from './backendValues.ts';
import { CallFields } from './CallFields.tsx';
import { messages } from './messages.ts';

interface Props {
  readonly backend: PluginBackendDetails;
}

/** Host, credentials, and allowed calls of a backend. */
export const BackendForm = observer(function BackendForm({ backend }: Props) {
  const { http } = useShell();
  const text = useText();
  const navigate = useNavigate();
  const [store] = useState(
    () =>
      new FormStore<BackendValues, void>(valuesOf(backend), {
        check: (values) => checkBackend(values, backend),
        save: (values) => saveBackend(http, changeOf(backend, values)),
        fieldOf,
      }),
  );
  const field = useFields(store);
  return (
    <EditForm
      store={store}
      verb={text(backend.settings ? formMessages.save : messages.verb)}
      cancel={BACKENDS}
      saved={text(messages.saved, { name: backend.backend })}
      onSaved={() => void navigate(BACKENDS)}
    >
      {backend.about !== '' && <p className="ld-soft">{text(messages.purpose, { about: backend.about })}</p>}
      {/* Above the URL: its error must not move what is clicked next. */}
      <CheckField {...field('allowPrivate', text(messages.allowPrivate))} />
      <TextField
        {...field('url', text(messages.url))}
        required
        autoComplete="off"
        spellCheck={false}
        inputMode="url"
        help={text(messages.urlHelp)}
      />
      <FormSection heading={text(messages.credentials)}>
        <SelectField
          {...field('auth', text(messages.auth))}
          onChange={(auth) => store.set('auth', auth as BackendValues['auth'])}
          options={[
            { key: 'none', label: text(messages.authNone) },
            ...(['basic', 'bearer', 'header'] as const).map((key) => ({ key, label: text(messages[key]) })),
          ]}
        />
        <CredentialFields store={store} backend={backend} />
      </FormSection>
      <CallFields store={store} backend={backend} />
      <SelectField
        {...field('access', text(messages.access))}
        onChange={(access) => store.set('access', access as BackendValues['access'])}
        options={(['users', 'administrators'] as const).map((key) => ({ key, label: text(messages[key]) }))}
      />
      <CheckField {...field('sendUser', text(messages.sendUser))} help={text(messages.sendUserHelp)} />
    </EditForm>
  );
});

const SECRETS = { basic: messages.password, bearer: messages.token, header: messages.value } as const;

const CredentialFields = observer(function CredentialFields(props: {
  readonly store: FormStore<BackendValues, void>;
  readonly backend: PluginBackendDetails;
}) {
  const { store, backend } = props;
  const text = useText();
  const field = useFields(store);
  const { auth } = store.values;
  if (auth === 'none') return null;
  const isHeader = auth === 'header';
  return (
    <>
      {auth !== 'bearer' && (
        <TextField
          {...field('username', text(isHeader ? messages.headerName : messages.username))}
          required
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          {...(isHeader ? { help: text(messages.headerHelp) } : {})}
        />
      )}
      <PasswordField
        {...field('secret', text(SECRETS[auth]))}
        autoComplete="new-password"
        help={keepsSecret(store.values, backend) ? text(messages.kept) : undefined}
      />
    </>
  );
});
