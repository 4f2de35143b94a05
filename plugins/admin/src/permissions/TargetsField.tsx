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
import { NameMatches } from './NameMatches.tsx';
import { BROAD_TARGETS, type PermissionValues, type Target, targetName } from './permissionValues.ts';

/** Repositories of a permission, each with its path patterns. */
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
  const options = [...BROAD_TARGETS, ...all.value.map(({ key }) => key)].filter((key) => !taken.has(key));
  const labelOf = (key: string) => targetName(text, key);
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
        <TargetRow
          key={target.repository}
          target={target}
          label={labelOf(target.repository)}
          onChange={change}
          onRemove={() =>
            store.set(
              'targets',
              targets.filter((other) => other !== target),
            )
          }
        />
      ))}
    </div>
  );
});

interface RowProps {
  readonly target: Target;
  readonly label: string;
  readonly onChange: (changed: Target) => void;
  readonly onRemove: () => void;
}

/** A repository, with its patterns and what they match. */
function TargetRow({ target, label, onChange, onRemove }: RowProps) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const { repository, include, exclude } = target;
  const count = include.length + exclude.length;
  const extent = count === 0 ? text(messages.whole) : text(messages.partly, { count });
  return (
    <div className="admin-target">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          {label} <span className="ld-soft">{extent}</span>
        </summary>
        <div className="admin-target__paths">
          {(['include', 'exclude'] as const).map((kind) => (
            <LinesField
              key={kind}
              label={text(messages[kind])}
              name={`${kind} ${repository}`}
              value={target[kind]}
              onChange={(patterns) => onChange({ ...target, [kind]: patterns })}
              help={kind === 'exclude' && text(messages.patternHelp)}
            />
          ))}
          {open && (
            <NameMatches resource="artifact" repository={repository} include={include} exclude={exclude} />
          )}
        </div>
      </details>
      <Button
        kind="quiet"
        icon="close"
        iconOnly
        label={text(formMessages.takeOut, { name: label })}
        onClick={onRemove}
      />
    </div>
  );
}
