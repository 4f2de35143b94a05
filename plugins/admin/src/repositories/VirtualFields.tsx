import type { RepositorySummary } from '@lading/contract/rest';
import { Fetched, SelectField, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { FormStore } from '../form/FormStore.ts';
import { LinesField } from '../form/LinesField.tsx';
import { PickField } from '../form/PickField.tsx';
import { useFault } from '../form/useFault.ts';
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
  const say = useFault();
  const [all] = useState(
    () =>
      new Fetched<readonly RepositorySummary[]>([], (signal) => fetchRepositories(http, undefined, signal)),
  );
  useEffect(() => void all.need(), [all]);
  const { values, faults } = store;
  const fitting = all.value.filter(
    ({ type, packageType }) => type !== 'VIRTUAL' && packageType === values.packageType,
  );
  const locals = values.repositories.filter((key) =>
    fitting.some((each) => each.key === key && each.type === 'LOCAL'),
  );
  // What is chosen stays to be seen while the others are on their way.
  const targets = [...new Set([...locals, values.defaultDeploymentRepo])].filter(Boolean);

  const chooseMembers = (repositories: string[]) => {
    store.set('repositories', repositories);
    if (!repositories.includes(values.defaultDeploymentRepo)) store.set('defaultDeploymentRepo', '');
  };
  return (
    <>
      <PickField
        label={text(messages.members)}
        name="repositories"
        ordered
        chosen={values.repositories}
        options={{
          value: fitting.map(({ key }) => key),
          status: all.status,
          error: all.error,
          need: () => all.need(),
        }}
        onChange={chooseMembers}
        error={say(faults.repositories)}
        help={text(messages.membersHelp)}
      />
      <SelectField
        label={text(messages.deployTo)}
        name="defaultDeploymentRepo"
        value={values.defaultDeploymentRepo}
        options={[{ key: '', label: text(messages.nowhere) }, ...targets.map((key) => ({ key, label: key }))]}
        onChange={(key) => store.set('defaultDeploymentRepo', key)}
        error={say(faults.defaultDeploymentRepo)}
      />
      <h2>{text(messages.names)}</h2>
      <p className="ld-soft">{text(messages.namesAbout)}</p>
      {(['allowUpstreamFor', 'denyUpstreamFor'] as const).map((key) => (
        <LinesField
          key={key}
          label={text(messages[key])}
          name={key}
          value={values[key]}
          onChange={(names) => store.set(key, names)}
          onBlur={() => store.leave(key)}
          error={say(faults[key])}
          help={text(messages.patternHelp, { example: repositoryFormat(values.packageType).pattern })}
        />
      ))}
    </>
  );
});
