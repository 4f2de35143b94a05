import type { RepositorySummary } from '@lading/contract/rest';
import { Button, Fetched, useShell, useText } from '@lading/ui';
import {
  type FormStore,
  editMessages as formMessages,
  LinesField,
  SuggestField,
  useFieldError,
} from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { fetchRepositories } from '../repositories/repositoriesApi.ts';
import { messages } from './messages.ts';
import { ANY, type PermissionValues, type Target } from './permissionValues.ts';

/** The repositories that a permission is about, each with the paths in it. */
export const TargetsField = observer(function TargetsField({
  store,
}: {
  store: FormStore<PermissionValues>;
}) {
  const { http } = useShell();
  const text = useText();
  const say = useFieldError();
  const [all] = useState(
    () =>
      new Fetched<readonly RepositorySummary[]>([], (signal) => fetchRepositories(http, undefined, signal)),
  );
  const { targets } = store.values;
  const taken = new Set(targets.map(({ repository }) => repository));
  const options = [ANY, ...all.value.map(({ key }) => key)].filter((key) => !taken.has(key));
  const labelOf = (key: string) => (key === ANY ? text(messages.any) : key);
  const fault = say(store.errors.targets);
  const change = (changed: Target) =>
    store.set(
      'targets',
      targets.map((target) => (target.repository === changed.repository ? changed : target)),
    );
  return (
    <div className="ld-field ld-pick">
      <SuggestField
        label={text(messages.repositories)}
        name="targets"
        options={all.status === 'there' ? options : undefined}
        labelOf={labelOf}
        onNeed={() => void all.need()}
        onAdd={(repository) => store.set('targets', [...targets, { repository, include: [], exclude: [] }])}
        error={all.error ? text(formMessages.noOptions, { cause: all.error.message }) : fault}
      />
      {targets.map((target) => (
        <div key={target.repository} className="admin-target">
          <details>
            <summary>
              {labelOf(target.repository)} <span className="ld-soft">{extent(target)}</span>
            </summary>
            <div className="admin-target__paths">
              {(['include', 'exclude'] as const).map((kind) => (
                <LinesField
                  key={kind}
                  label={text(messages[kind])}
                  name={`${kind} ${target.repository}`}
                  value={target[kind]}
                  onChange={(patterns) => change({ ...target, [kind]: patterns })}
                  help={kind === 'exclude' && text(messages.patternHelp)}
                />
              ))}
            </div>
          </details>
          <Button
            kind="quiet"
            icon="close"
            iconOnly
            label={text(formMessages.takeOut, { name: labelOf(target.repository) })}
            onClick={() =>
              store.set(
                'targets',
                targets.filter((other) => other !== target),
              )
            }
          />
        </div>
      ))}
    </div>
  );

  function extent({ include, exclude }: Target): string {
    const count = include.length + exclude.length;
    return count === 0 ? text(messages.whole) : text(messages.partly, { count });
  }
});
