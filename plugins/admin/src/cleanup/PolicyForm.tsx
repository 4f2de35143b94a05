import type { CleanupPolicy } from '@lading/contract/rest';
import { Fetched, SelectField, TextField, useShell, useText } from '@lading/ui';
import {
  CheckField,
  EditForm,
  FormSection,
  FormStore,
  editMessages as formMessages,
  LinesField,
  PickField,
  useDelete,
  useFields,
  type Versioned,
} from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { CLEANUP, editPath } from '../paths.ts';
import { createPolicy, deletePolicy, fetchRepositoryKeys, savePolicy } from './cleanupApi.ts';
import { messages } from './messages.ts';
import {
  checkPolicy,
  NEW_POLICY,
  type PolicyValues,
  policyFieldOf,
  settingsOf,
  valuesOf,
} from './policyValues.ts';

interface Props {
  /** Absent for a new one. */
  readonly loaded?: Versioned<CleanupPolicy>;
}

type Store = FormStore<PolicyValues, CleanupPolicy>;

export const PolicyForm = observer(function PolicyForm({ loaded }: Props) {
  const policy = loaded?.value;
  const { http } = useShell();
  const text = useText();
  const navigate = useNavigate();
  const [store] = useState<Store>(
    () =>
      new FormStore(policy ? valuesOf(policy) : NEW_POLICY, {
        check: checkPolicy,
        save: (values) =>
          loaded
            ? savePolicy(http, loaded.value.key, settingsOf(values), loaded.version)
            : createPolicy(http, values.key.trim(), settingsOf(values)),
        fieldOf: policyFieldOf,
      }),
  );
  const field = useFields(store);
  const name = policy?.key ?? store.values.key.trim();
  const remove = useDelete({
    name,
    back: CLEANUP,
    consequence: () => text(messages.deleteText),
    remove: () => deletePolicy(http, name),
    onRemoved: () => store.markSaved(),
  });
  return (
    <EditForm
      store={store}
      verb={text(policy ? formMessages.save : messages.verb)}
      cancel={CLEANUP}
      saved={text(policy ? formMessages.saved : formMessages.created, { name })}
      onSaved={() => void navigate(policy ? CLEANUP : `${editPath(CLEANUP, name)}?tab=runs`)}
      {...(policy ? { onDelete: () => void remove() } : {})}
    >
      {!policy && (
        <TextField
          {...field('key', text(messages.key))}
          required
          autoComplete="off"
          spellCheck={false}
          help={text(messages.keyHelp)}
        />
      )}
      <TextField {...field('description', text(messages.description))} autoComplete="off" />
      <ScopeFields store={store} />
      <ConditionFields store={store} />
      <ScheduleFields store={store} />
    </EditForm>
  );
});

const ScopeFields = observer(function ScopeFields({ store }: { readonly store: Store }) {
  const { http } = useShell();
  const text = useText();
  const field = useFields(store);
  const [keys] = useState(
    () => new Fetched<readonly string[]>([], (signal) => fetchRepositoryKeys(http, signal)),
  );
  return (
    <FormSection heading={text(messages.scope)} about={text(messages.scopeAbout)}>
      <PickField {...field('repositories', text(messages.repositories))} options={keys} />
      {store.values.repositories.length === 0 && (
        <>
          <CheckField {...field('local', text(messages.local))} />
          <CheckField {...field('remote', text(messages.remote))} />
        </>
      )}
      <LinesField
        {...field('packageTypes', text(messages.packageTypes))}
        help={text(messages.packageTypesHelp)}
      />
    </FormSection>
  );
});

const ConditionFields = observer(function ConditionFields({ store }: { readonly store: Store }) {
  const text = useText();
  const field = useFields(store);
  const untagged = store.values.select === 'untagged';
  const selects = ['all', 'prereleases', 'untagged'] as const;
  return (
    <FormSection heading={text(messages.conditions)} about={text(messages.conditionsAbout)}>
      <SelectField
        {...field('select', text(messages.select))}
        options={selects.map((key) => ({ key, label: text(messages[key]) }))}
        {...(untagged ? { help: text(messages.untaggedHelp) } : {})}
      />
      <TextField {...field('olderThanDays', text(messages.olderThanDays))} inputMode="numeric" />
      <TextField
        {...field('notDownloadedDays', text(messages.notDownloadedDays))}
        inputMode="numeric"
        help={text(messages.notDownloadedHelp)}
      />
      {!untagged && (
        <TextField
          {...field('keepNewest', text(messages.keepNewest))}
          inputMode="numeric"
          help={text(messages.keepNewestHelp)}
        />
      )}
      <LinesField {...field('include', text(messages.include))} help={text(messages.includeHelp)} />
      <LinesField {...field('exclude', text(messages.exclude))} help={text(messages.excludeHelp)} />
      {!untagged && (
        <LinesField {...field('keepTags', text(messages.keepTags))} help={text(messages.keepTagsHelp)} />
      )}
      <CheckField {...field('keepBuilds', text(messages.keepBuilds))} help={text(messages.keepBuildsHelp)} />
    </FormSection>
  );
});

const ScheduleFields = observer(function ScheduleFields({ store }: { readonly store: Store }) {
  const text = useText();
  const field = useFields(store);
  const times = ['never', 'day', 'week', 'month'] as const;
  return (
    <FormSection heading={text(messages.schedule)} about={text(messages.scheduleAbout)}>
      <SelectField
        {...field('every', text(messages.every))}
        options={times.map((key) => ({ key, label: text(messages[key]) }))}
      />
      {store.values.every !== 'never' && (
        <>
          <TextField
            {...field('hour', text(messages.hour))}
            inputMode="numeric"
            help={text(messages.hourHelp)}
          />
          <CheckField {...field('enabled', text(messages.enabled))} />
        </>
      )}
    </FormSection>
  );
});
