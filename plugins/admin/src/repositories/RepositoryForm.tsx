import type { AvailablePackages } from '@lading/contract/rest';
import { CopyField, SelectField, TextField, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { EditForm } from '../form/EditForm.tsx';
import { FormStore } from '../form/FormStore.ts';
import { messages as formMessages } from '../form/messages.ts';
import { useFault } from '../form/useFault.ts';
import { type RepositoryClass, repositoriesPath } from '../paths.ts';
import { BelongingFields } from './BelongingFields.tsx';
import { checkRepository, repositoryFieldOf } from './checkRepository.ts';
import { LocalFields } from './LocalFields.tsx';
import { messages } from './messages.ts';
import { RemoteFields } from './RemoteFields.tsx';
import { changeRepository, createRepository } from './repositoriesApi.ts';
import { repositoryAddress } from './repositoryAddress.ts';
import { configurationOf, type RepositoryValues } from './repositoryValues.ts';
import { nameOfType } from './typeNames.ts';
import { useDeleteRepository } from './useDeleteRepository.ts';
import { VirtualFields } from './VirtualFields.tsx';

interface Props {
  readonly type: RepositoryClass;
  readonly values: RepositoryValues;
  /** What one of its class can hold. */
  readonly types: AvailablePackages['packageTypes'];
  /** It is there already: its key and its package type stay. */
  readonly existing?: boolean;
}

const FIELDS_OF = { local: LocalFields, remote: RemoteFields, virtual: VirtualFields } as const;

export const RepositoryForm = observer(function RepositoryForm(props: Props) {
  const { type, types, existing = false } = props;
  const { http, notifications } = useShell();
  const text = useText();
  const say = useFault();
  const navigate = useNavigate();
  const back = repositoriesPath(type);
  const [store] = useState(
    () =>
      new FormStore(props.values, {
        check: (values) => checkRepository(type, values, existing ? props.values : undefined),
        save: (values) =>
          (existing ? changeRepository : createRepository)(http, configurationOf(type, values)),
        fieldOf: repositoryFieldOf,
      }),
  );
  const { values, faults } = store;
  const remove = useDeleteRepository(type, values.key, () => store.forget());

  const onSaved = () => {
    const done = existing ? formMessages.saved : formMessages.created;
    notifications.success(text(done, { name: values.key.trim() }));
    void navigate(back);
  };
  const ClassFields = FIELDS_OF[type];
  return (
    <EditForm
      store={store}
      labels={labelsOf(text)}
      verb={text(existing ? formMessages.save : messages.verb)}
      back={back}
      onSaved={onSaved}
      {...(existing ? { onDelete: () => void remove() } : {})}
    >
      {existing ? (
        <>
          <div className="ld-field">
            <div className="ld-field__label">{text(messages.packageType)}</div>
            <div>{nameOfType(types, values.packageType)}</div>
          </div>
          <CopyField what={text(messages.address)} text={repositoryAddress(values)} />
        </>
      ) : (
        <>
          <TextField
            label={text(messages.key)}
            name="key"
            required
            autoComplete="off"
            spellCheck={false}
            value={values.key}
            onChange={(key) => store.set('key', key)}
            onBlur={() => store.leave('key')}
            error={say(faults.key)}
            help={text(messages.keyHelp)}
          />
          <SelectField
            label={text(messages.packageType)}
            name="packageType"
            value={values.packageType}
            options={types.map(({ type: key, displayName: label }) => ({ key, label }))}
            onChange={(packageType) => {
              store.set('packageType', packageType);
              // Not every type can ask what the host is configured with.
              store.set('from', 'url');
              store.set('repositories', []);
              store.set('defaultDeploymentRepo', '');
            }}
            error={say(faults.packageType)}
          />
        </>
      )}
      <TextField
        label={text(messages.description)}
        name="description"
        value={values.description}
        onChange={(description) => store.set('description', description)}
        onBlur={() => store.leave('description')}
        error={say(faults.description)}
      />
      <ClassFields store={store} />
      <BelongingFields store={store} />
    </EditForm>
  );
});

function labelsOf(text: ReturnType<typeof useText>): Partial<Record<keyof RepositoryValues, string>> {
  return {
    key: text(messages.key),
    packageType: text(messages.packageType),
    description: text(messages.description),
    url: text(messages.url),
    username: text(messages.username),
    password: text(messages.password),
    token: text(messages.token),
    tokenService: text(messages.tokenService),
    retrievalCachePeriodSecs: text(messages.current),
    missedRetrievalCachePeriodSecs: text(messages.missed),
    socketTimeoutMillis: text(messages.timeout),
    repositories: text(messages.members),
    defaultDeploymentRepo: text(messages.deployTo),
    allowUpstreamFor: text(messages.allowUpstreamFor),
    denyUpstreamFor: text(messages.denyUpstreamFor),
    projectKey: text(messages.project),
    environments: text(messages.environments),
  };
}
