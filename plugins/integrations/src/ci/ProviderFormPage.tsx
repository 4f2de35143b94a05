import type { HttpFailure } from '@lading/contract';
import type { OidcProvider, OidcProviderDetails } from '@lading/contract/rest';
import { SelectField, TextField, useShell, useText } from '@lading/ui';
import {
  CheckField,
  EditForm,
  EditPage,
  editMessages,
  type FieldErrors,
  FormStore,
  TextAreaField,
  useDelete,
  useFields,
} from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { CI, providerPath } from '../paths.ts';
import { deleteProvider, fetchProvider, saveProvider } from './ciApi.ts';
import { messages } from './messages.ts';

type Values = Required<OidcProvider>;

const ISSUERS = {
  GitHub: 'https://token.actions.githubusercontent.com',
  GitLab: 'https://gitlab.com',
  Generic: '',
} as const;

const NEW: Values = {
  ...{ name: '', provider_type: 'GitHub', issuer_url: ISSUERS.GitHub, audience: 'lading' },
  ...{ description: '', allow_private: false },
};

/** Adds an issuer of ID tokens, or changes one. */
export function ProviderFormPage() {
  const { provider } = useParams();
  const { http } = useShell();
  const text = useText();
  return (
    <EditPage
      above={[
        { label: text(messages.title), to: CI },
        ...(provider === undefined ? [] : [{ label: provider, to: providerPath(provider) }]),
      ]}
      heading={text(provider === undefined ? messages.create : messages.editProvider)}
      id={provider}
      fetch={provider === undefined ? undefined : (signal) => fetchProvider(http, provider, signal)}
      failure={text(messages.failed)}
    >
      {(found: OidcProviderDetails | undefined) => <ProviderForm provider={found} />}
    </EditPage>
  );
}

const ProviderForm = observer(function ProviderForm({
  provider,
}: {
  provider?: OidcProviderDetails | undefined;
}) {
  const { http, navigation } = useShell();
  const text = useText();
  const isNew = provider === undefined;
  const [store] = useState(
    () =>
      new FormStore<Values, OidcProviderDetails>(provider ? valuesOf(provider) : NEW, {
        check,
        save: (values) => saveProvider(http, { ...values, name: values.name.trim() }, isNew),
        valuesAfter: valuesOf,
        fieldOf,
      }),
  );
  const field = useFields(store);
  const name = provider?.name ?? '';
  const remove = useDelete({
    ...{ name, back: CI },
    consequence: () => text(messages.deleteProvider),
    remove: () => deleteProvider(http, name),
    onRemoved: () => store.markSaved(),
  });
  const type = field('provider_type', text(messages.type));
  const select = (next: Values['provider_type']) => {
    const before = ISSUERS[store.values.provider_type];
    if (store.values.issuer_url === before) store.set('issuer_url', ISSUERS[next]);
    store.set('provider_type', next);
  };
  return (
    <EditForm
      store={store}
      cancel={isNew ? CI : providerPath(name)}
      saved={text(messages.saved, { name: store.values.name.trim() })}
      onSaved={() => void navigation.go(providerPath(store.values.name))}
      {...(isNew ? {} : { onDelete: () => void remove() })}
    >
      {isNew && (
        <TextField
          {...field('name', text(messages.name))}
          required
          autoComplete="off"
          spellCheck={false}
          help={text(messages.nameHelp)}
        />
      )}
      <SelectField
        {...type}
        onChange={select}
        options={[
          { key: 'GitHub', label: 'GitHub' },
          { key: 'GitLab', label: 'GitLab' },
          { key: 'Generic', label: text(messages.generic) },
        ]}
      />
      <TextField
        {...field('issuer_url', text(messages.issuer))}
        required
        type="url"
        spellCheck={false}
        help={text(messages.issuerHelp)}
      />
      <TextField
        {...field('audience', text(messages.audience))}
        required
        spellCheck={false}
        help={text(messages.audienceHelp)}
      />
      <TextAreaField {...field('description', text(messages.description))} />
      <CheckField {...field('allow_private', text(messages.private))} help={text(messages.privateHelp)} />
    </EditForm>
  );
});

function valuesOf({ mappings: _mappings, ...values }: OidcProviderDetails): Values {
  return values;
}

function check(values: Values): FieldErrors<Values> {
  const missing = { message: editMessages.missing };
  const required = (key: 'name' | 'issuer_url' | 'audience') =>
    values[key].trim() === '' ? { [key]: missing } : {};
  return { ...required('name'), ...required('issuer_url'), ...required('audience') };
}

function fieldOf({ code, message }: HttpFailure): keyof Values | undefined {
  if (code === 'OIDC_PROVIDER_EXISTS') return 'name';
  if (code !== 'BAD_OIDC_PROVIDER') return undefined;
  return (['name', 'audience', 'issuer_url'] as const).find((key) => message.startsWith(`Invalid ${key}`));
}
