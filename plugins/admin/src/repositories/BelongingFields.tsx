import type { Environment, Project } from '@lading/contract/rest';
import { ErrorState, Fetched, SelectField, useShell, useText } from '@lading/ui';
import { CheckField, type FormStore, useFieldError, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { messages } from './messages.ts';
import { fetchEnvironments, fetchProjects } from './repositoriesApi.ts';
import type { RepositoryValues } from './repositoryValues.ts';

/** Fields for the project and the environments of a repository. Renders nothing if none exist. */
export const BelongingFields = observer(function BelongingFields(props: {
  store: FormStore<RepositoryValues>;
}) {
  const { store } = props;
  const { http } = useShell();
  const text = useText();
  const say = useFieldError();
  const field = useFields(store);
  const [projects] = useState(() => new Fetched<readonly Project[]>([], () => fetchProjects(http)));
  const [environments] = useState(
    () => new Fetched<readonly Environment[]>([], () => fetchEnvironments(http)),
  );
  useEffect(() => {
    void projects.need();
    void environments.need();
  }, [projects, environments]);
  const { values, errors } = store;
  const known = projects.value.map(({ project_key: key, display_name: label }) => ({ key, label }));
  const named = [...new Set([...environments.value.map(({ name }) => name), ...values.environments])];
  const failed = projects.error ?? environments.error;
  if (!failed && known.length === 0 && values.projectKey === '' && named.length === 0) return null;
  const chosenIsKnown = values.projectKey === '' || known.some(({ key }) => key === values.projectKey);
  return (
    <>
      <h2>{text(messages.belongs)}</h2>
      {failed && (
        // The current selection is kept, and can be changed to what was loaded.
        <ErrorState
          what={text(projects.error ? messages.projectsFailed : messages.environmentsFailed)}
          cause={failed.message}
          onRetry={() => {
            for (const each of [projects, environments]) if (each.error) void each.fetch();
          }}
        />
      )}
      {(!projects.error || values.projectKey !== '') && (
        <SelectField
          {...field('projectKey', text(messages.project))}
          options={[
            { key: '', label: text(messages.noProject) },
            ...(chosenIsKnown ? [] : [{ key: values.projectKey, label: values.projectKey }]),
            ...known,
          ]}
        />
      )}
      {named.length > 0 && (
        <fieldset className="ld-field ld-pick">
          <legend className="ld-field__label">{text(messages.environments)}</legend>
          {named.map((name) => (
            <CheckField
              key={name}
              label={name}
              name="environments"
              value={values.environments.includes(name)}
              onChange={(chosen) =>
                store.set(
                  'environments',
                  chosen
                    ? [...values.environments, name]
                    : values.environments.filter((other) => other !== name),
                )
              }
            />
          ))}
          {errors.environments !== undefined && (
            <p className="ld-field__error" role="alert">
              {say(errors.environments)}
            </p>
          )}
        </fieldset>
      )}
    </>
  );
});
