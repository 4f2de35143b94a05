import type { AvailablePackages } from '@lading/contract/rest';
import { CopyField, SelectField, TextField, useShell, useText } from '@lading/ui';
import { EditForm, FormStore, editMessages as formMessages, TextAreaField, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type RepositoryClass, repositoriesPath } from '../paths.ts';
import { BelongingFields } from './BelongingFields.tsx';
import { ContentFields } from './ContentFields.tsx';
import { checkRepository, repositoryFieldOf } from './checkRepository.ts';
import { contentMessages } from './contentMessages.ts';
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
  /** Package types that the class supports. */
  readonly types: AvailablePackages['packageTypes'];
  /** The repository exists: its key and its package type cannot be changed. */
  readonly existing?: boolean;
  /** Of an existing repository. */
  readonly version?: string | undefined;
}

const FIELDS_OF = { local: LocalFields, remote: RemoteFields, virtual: VirtualFields } as const;

export const RepositoryForm = observer(function RepositoryForm(props: Props) {
  const { type, types, existing = false, version } = props;
  const { http } = useShell();
  const text = useText();
  const navigate = useNavigate();
  const back = repositoriesPath(type);
  const [store] = useState(
    () =>
      new FormStore(props.values, {
        check: (values) => checkRepository(type, values, existing ? props.values : undefined),
        save: (values, saved) => {
          const wanted = configurationOf(type, values, saved);
          return existing ? changeRepository(http, wanted, version) : createRepository(http, wanted);
        },
        fieldOf: repositoryFieldOf,
      }),
  );
  const field = useFields(store);
  const { values } = store;
  const remove = useDeleteRepository(type, values.key, () => store.markSaved());

  const ClassFields = FIELDS_OF[type];
  return (
    <EditForm
      store={store}
      verb={text(existing ? formMessages.save : messages.verb)}
      cancel={back}
      saved={text(existing ? formMessages.saved : formMessages.created, { name: values.key.trim() })}
      onSaved={() => void navigate(back)}
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
            {...field('key', text(messages.key))}
            required
            autoComplete="off"
            spellCheck={false}
            help={text(messages.keyHelp)}
          />
          <SelectField
            {...field('packageType', text(messages.packageType))}
            options={types.map(({ type: key, displayName: label }) => ({ key, label }))}
            onChange={(packageType) => {
              store.set('packageType', packageType);
              store.set('from', 'url');
              store.set('repositories', []);
              store.set('defaultDeploymentRepo', '');
            }}
          />
        </>
      )}
      <TextField {...field('description', text(messages.description))} />
      <ClassFields store={store} />
      <ContentFields store={store} type={type} />
      <BelongingFields store={store} />
      <TextAreaField
        {...field('notes', text(contentMessages.notes))}
        help={text(contentMessages.notesHelp)}
      />
    </EditForm>
  );
});
