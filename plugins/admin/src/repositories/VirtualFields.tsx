import type { RepositorySummary } from '@lading/contract/rest';
import { Fetched, SelectField, useShell, useText } from '@lading/ui';
import { type FormStore, LinesField, PickField, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { messages } from './messages.ts';
import { fetchRepositories } from './repositoriesApi.ts';
import { repositoryFormat } from './repositoryFormats.ts';
import type { RepositoryValues } from './repositoryValues.ts';

export const VirtualFields = observer(function VirtualFields({
  store,
}: {
  store: FormStore<RepositoryValues>;
}) {
  const { http } = useShell();
  const text = useText();
  const field = useFields(store);
  const [all] = useState(
    () =>
      new Fetched<readonly RepositorySummary[]>([], (signal) => fetchRepositories(http, undefined, signal)),
  );
  useEffect(() => void all.need(), [all]);
  const { values } = store;
  const fitting = all.value.filter(
    ({ type, packageType }) => type !== 'VIRTUAL' && packageType === values.packageType,
  );
  const locals = values.repositories.filter((key) =>
    fitting.some((each) => each.key === key && each.type === 'LOCAL'),
  );
  // The current selection remains visible while the other options load.
  const targets = [...new Set([...locals, values.defaultDeploymentRepo])].filter(Boolean);

  const chooseMembers = (repositories: string[]) => {
    store.set('repositories', repositories);
    if (!repositories.includes(values.defaultDeploymentRepo)) store.set('defaultDeploymentRepo', '');
  };
  return (
    <>
      <PickField
        {...field('repositories', text(messages.members))}
        ordered
        options={{
          value: fitting.map(({ key }) => key),
          status: all.status,
          error: all.error,
          need: () => all.need(),
        }}
        onChange={chooseMembers}
        help={text(messages.membersHelp)}
      />
      <SelectField
        {...field('defaultDeploymentRepo', text(messages.deployTo))}
        options={[{ key: '', label: text(messages.nowhere) }, ...targets.map((key) => ({ key, label: key }))]}
      />
      <h2>{text(messages.names)}</h2>
      <p className="ld-soft">{text(messages.namesAbout)}</p>
      {(['allowUpstreamFor', 'denyUpstreamFor'] as const).map((key) => (
        <LinesField
          key={key}
          {...field(key, text(messages[key]))}
          help={text(messages.patternHelp, { example: repositoryFormat(values.packageType).pattern })}
        />
      ))}
    </>
  );
});
