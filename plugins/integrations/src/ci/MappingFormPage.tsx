import type { HttpFailure } from '@lading/contract';
import type { OidcMapping } from '@lading/contract/rest';
import { SelectField, TextField, useShell, useText } from '@lading/ui';
import {
  EditForm,
  EditPage,
  FormSection,
  FormStore,
  LinesField,
  TextAreaField,
  useDelete,
  useFields,
} from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { CI, providerPath } from '../paths.ts';
import { deleteMapping, fetchMapping, saveMapping } from './ciApi.ts';
import { checkMapping, type MappingValues, mappingOf, NEW_MAPPING, valuesOf } from './mappingValues.ts';
import { messages } from './messages.ts';

/** Adds an identity mapping to a provider, or changes one. */
export function MappingFormPage() {
  const { provider = '', mapping } = useParams();
  const { http } = useShell();
  const text = useText();
  return (
    <EditPage
      above={[
        { label: text(messages.title), to: CI },
        { label: provider, to: providerPath(provider) },
      ]}
      heading={mapping ?? text(messages.newMapping)}
      id={mapping}
      fetch={mapping === undefined ? undefined : (signal) => fetchMapping(http, provider, mapping, signal)}
      failure={text(messages.failed)}
    >
      {(found: OidcMapping | undefined) => <MappingForm provider={provider} mapping={found} />}
    </EditPage>
  );
}

interface Props {
  readonly provider: string;
  readonly mapping?: OidcMapping | undefined;
}

const MappingForm = observer(function MappingForm({ provider, mapping }: Props) {
  const { http, navigation } = useShell();
  const text = useText();
  const isNew = mapping === undefined;
  const back = providerPath(provider);
  const [store] = useState(
    () =>
      new FormStore<MappingValues, OidcMapping>(mapping ? valuesOf(mapping) : NEW_MAPPING, {
        check: checkMapping,
        save: (values) => saveMapping(http, provider, mappingOf(values), isNew),
        valuesAfter: valuesOf,
        fieldOf,
      }),
  );
  const field = useFields(store);
  const name = mapping?.name ?? '';
  const remove = useDelete({
    ...{ name, back },
    consequence: () => text(messages.deleteMapping),
    remove: () => deleteMapping(http, provider, name),
    onRemoved: () => store.markSaved(),
  });
  return (
    <EditForm
      store={store}
      cancel={back}
      saved={text(messages.saved, { name: store.values.name.trim() })}
      onSaved={() => void navigation.go(back)}
      {...(isNew ? {} : { onDelete: () => void remove() })}
    >
      {isNew && (
        <TextField {...field('name', text(messages.name))} required autoComplete="off" spellCheck={false} />
      )}
      <TextAreaField {...field('description', text(messages.description))} />
      <TextField
        {...field('priority', text(messages.priority))}
        inputMode="numeric"
        help={text(messages.priorityHelp)}
      />
      <LinesField {...field('claims', text(messages.claims))} rows={5} help={text(messages.claimsHelp)} />
      <FormSection heading={text(messages.grants)}>
        <TextField
          {...field('username', text(messages.user))}
          required
          autoComplete="off"
          spellCheck={false}
          help={text(messages.userHelp)}
        />
        <SelectField
          {...field('kind', text(messages.scopeKind))}
          options={[
            { key: 'scope', label: text(messages.byScope) },
            { key: 'npm', label: text(messages.byNpm) },
            { key: 'pypi', label: text(messages.byPypi) },
          ]}
        />
        <Access store={store} />
        <TextField
          {...field('expires', text(messages.expires))}
          inputMode="numeric"
          help={text(messages.expiresHelp)}
        />
      </FormSection>
    </EditForm>
  );
});

/** Fields for the permissions of the token: a scope, or one package. */
const Access = observer(function Access({ store }: { store: FormStore<MappingValues, OidcMapping> }) {
  const text = useText();
  const field = useFields(store);
  if (store.values.kind === 'scope') {
    return (
      <TextField
        {...field('scope', text(messages.scope))}
        required
        spellCheck={false}
        help={text(messages.scopeHelp)}
      />
    );
  }
  return (
    <>
      <TextField {...field('repository', text(messages.repository))} required spellCheck={false} />
      <TextField
        {...field('package', text(messages.package))}
        required
        spellCheck={false}
        help={text(messages.packageHelp)}
      />
    </>
  );
});

function fieldOf({ code, message }: HttpFailure): keyof MappingValues | undefined {
  if (code === 'OIDC_MAPPING_EXISTS') return 'name';
  if (code === 'BAD_SCOPE') return 'scope';
  if (code !== 'BAD_OIDC_MAPPING') return undefined;
  if (message.startsWith('User ')) return 'username';
  const named = (['name', 'repository', 'package'] as const).find((key) =>
    message.startsWith(`Invalid ${key} `),
  );
  return named ?? (message.startsWith('Invalid name.') ? 'name' : 'claims');
}
