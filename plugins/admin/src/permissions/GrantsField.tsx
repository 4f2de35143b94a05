import type { PermissionAction } from '@lading/contract/rest';
import { Button, useShell, useStyles, useText } from '@lading/ui';
import { type FormStore, editMessages as formMessages, SearchedOptions, SuggestField } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { findGroupNames } from '../groups/groupsApi.ts';
import { findUserNames } from '../users/usersApi.ts';
import { messages } from './messages.ts';
import css from './permissions.css?inline';
import { ACTIONS, BUILD_ACTIONS, type Grant, type PermissionValues } from './permissionValues.ts';

type Kind = 'users' | 'groups';
const KINDS = ['groups', 'users'] as const;
const WORD = { users: messages.user, groups: messages.group } as const;
/** By resource: the values of the form, and the texts. */
const RESOURCES = {
  artifact: {
    users: 'users',
    groups: 'groups',
    heading: messages.who,
    actions: ACTIONS,
    add: { users: messages.users, groups: messages.groups },
    may: messages.mayAction,
  },
  build: {
    users: 'buildUsers',
    groups: 'buildGroups',
    heading: messages.whoBuilds,
    actions: BUILD_ACTIONS,
    add: { users: messages.buildUsers, groups: messages.buildGroups },
    may: messages.mayWithBuilds,
  },
  release_bundle: {
    users: 'bundleUsers',
    groups: 'bundleGroups',
    heading: messages.whoBundles,
    actions: BUILD_ACTIONS,
    add: { users: messages.bundleUsers, groups: messages.bundleGroups },
    may: messages.mayWithBundles,
  },
} as const;

/** Grants of the permission: a row per user and group, a column per action. */
export const GrantsField = observer(function GrantsField(props: {
  store: FormStore<PermissionValues>;
  /** Files by default. */
  resource?: keyof typeof RESOURCES;
}) {
  useStyles(css);
  const { store, resource = 'artifact' } = props;
  const keys = RESOURCES[resource];
  const headingId = `admin-grants-${resource}`;
  const { http } = useShell();
  const text = useText();
  const [options] = useState(() => ({
    users: new SearchedOptions((typed, signal) => findUserNames(http, typed, signal)),
    groups: new SearchedOptions((typed, signal) => findGroupNames(http, typed, signal)),
  }));
  const { values } = store;
  const rows = KINDS.flatMap((kind) => values[keys[kind]].map((grant) => ({ kind, grant })));
  const change = (kind: Kind, changed: Grant) =>
    store.set(
      keys[kind],
      values[keys[kind]].map((grant) => (grant.name === changed.name ? changed : grant)),
    );
  const left = (kind: Kind) => {
    const taken = new Set(values[keys[kind]].map(({ name }) => name));
    return options[kind].value.filter((name) => !taken.has(name));
  };
  const failureOf = (kind: Kind) => {
    const { error } = options[kind];
    return error && text(formMessages.noOptions, { cause: error.message });
  };
  return (
    <>
      <h2 id={headingId}>{text(keys.heading)}</h2>
      {rows.length === 0 && <p className="ld-soft">{text(messages.nobody)}</p>}
      {rows.length > 0 && (
        <div className="admin-grants">
          <table aria-labelledby={headingId}>
            <thead>
              <tr>
                <th scope="col">
                  <span className="ld-hidden">{text(messages.name)}</span>
                </th>
                {keys.actions.map((action) => (
                  <th key={action} scope="col">
                    {text(messages[action])}
                  </th>
                ))}
                <td />
              </tr>
            </thead>
            <tbody>
              {rows.map(({ kind, grant }) => (
                <tr key={`${kind} ${grant.name}`}>
                  <th scope="row">
                    {grant.name} <span className="ld-soft">{text(WORD[kind])}</span>
                  </th>
                  {keys.actions.map((action) => (
                    <td key={action}>
                      <input
                        type="checkbox"
                        aria-label={text(keys.may, {
                          name: grant.name,
                          action: text(messages[action]),
                        })}
                        checked={grant.actions.includes(action)}
                        onChange={(event) =>
                          change(kind, {
                            ...grant,
                            actions: toggled(grant.actions, action, event.target.checked),
                          })
                        }
                      />
                    </td>
                  ))}
                  <td>
                    <Button
                      kind="quiet"
                      icon="close"
                      iconOnly
                      label={text(formMessages.takeOut, { name: grant.name })}
                      onClick={() =>
                        store.set(
                          keys[kind],
                          values[keys[kind]].filter((other) => other !== grant),
                        )
                      }
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {KINDS.map((kind) => (
        <SuggestField
          key={kind}
          label={text(keys.add[kind])}
          name={keys[kind]}
          options={options[kind].status === 'there' ? left(kind) : undefined}
          onNeed={() => void options[kind].need()}
          onTyped={options[kind].type}
          onAdd={(name) => store.set(keys[kind], [...values[keys[kind]], { name, actions: ['READ'] }])}
          error={failureOf(kind)}
        />
      ))}
    </>
  );
});

/** Sorts by the order of the columns, not by the order of selection. */
function toggled(
  actions: readonly PermissionAction[],
  action: PermissionAction,
  on: boolean,
): PermissionAction[] {
  return ACTIONS.filter((each) => (each === action ? on : actions.includes(each)));
}
