import type { DraftEffect, DraftEffects, RepositoryAction } from '@lading/contract/rest';
import { Button, useShell, useText } from '@lading/ui';
import type { FormStore } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { effectMessages as messages } from './effectMessages.ts';
import { messages as words } from './messages.ts';
import { fetchEffects } from './permissionsApi.ts';
import { type PermissionValues, permissionOf, targetName } from './permissionValues.ts';

type User = DraftEffects['users'][number];
type State =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly cause: string }
  | { readonly kind: 'there'; readonly users: readonly User[]; readonly cursor: string | undefined };

const ACTION_WORDS = {
  read: words.READ,
  deploy: words.WRITE,
  delete: words.DELETE,
  annotate: words.ANNOTATE,
  manage: words.MANAGE,
} as const satisfies Record<RepositoryAction, unknown>;

/** Shows what saving would change for each user. */
export const EffectPreview = observer(function EffectPreview({
  store,
}: {
  store: FormStore<PermissionValues>;
}) {
  const { http } = useShell();
  const text = useText();
  const [shown, setShown] = useState<{ readonly of: PermissionValues; readonly state: State }>();
  const { values, saved } = store;
  // Another change makes the preview outdated.
  const state = shown?.of === values ? shown.state : undefined;
  const load = async (before: readonly User[] = [], cursor?: string) => {
    const show = (next: State) => setShown({ of: values, state: next });
    if (cursor === undefined) show({ kind: 'loading' });
    try {
      const named = { ...values, name: values.name.trim() || '-' };
      const page = await fetchEffects(http, permissionOf(named, saved), cursor);
      show({ kind: 'there', users: [...before, ...page.users], cursor: page.cursor });
    } catch (error) {
      show({ kind: 'failed', cause: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <>
      <h2 id="admin-effect">{text(messages.heading)}</h2>
      <p className="ld-soft">{text(messages.about)}</p>
      <div>
        <Button
          label={text(messages.show)}
          disabled={state?.kind === 'loading'}
          onClick={() => void load()}
        />
      </div>
      <div role="status">
        {state?.kind === 'failed' && (
          <p className="ld-field__error">{text(messages.failed, { cause: state.cause })}</p>
        )}
        {state?.kind === 'there' && state.users.length === 0 && state.cursor === undefined && (
          <p>{text(messages.nothing)}</p>
        )}
        {state?.kind === 'there' && state.users.length > 0 && <EffectTable users={state.users} />}
        {state?.kind === 'there' && state.cursor !== undefined && (
          <Button label={text(messages.more)} onClick={() => void load(state.users, state.cursor)} />
        )}
      </div>
    </>
  );
});

function EffectTable({ users }: { users: readonly User[] }) {
  const text = useText();
  const listed = (actions: readonly RepositoryAction[]) =>
    actions.map((action) => text(ACTION_WORDS[action])).join(', ');
  return (
    <div className="admin-grants">
      <table aria-labelledby="admin-effect">
        <thead>
          <tr>
            <th scope="col">{text(words.user)}</th>
            <th scope="col">{text(messages.place)}</th>
            <th scope="col">{text(messages.gained)}</th>
            <th scope="col">{text(messages.lost)}</th>
            <th scope="col">{text(messages.changed)}</th>
          </tr>
        </thead>
        <tbody>
          {users.flatMap(({ user, effects }) =>
            effects.map((effect) => (
              <tr key={`${user} ${effect.resource} ${effect.repository ?? ''}`}>
                <th scope="row">{user}</th>
                <td>{placeOf(effect)}</td>
                <td>{listed(effect.gained)}</td>
                <td>{listed(effect.lost)}</td>
                <td>{listed(effect.changed)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  );

  function placeOf({ resource, repository }: DraftEffect): string {
    if (resource === 'build') return text(words.builds);
    if (resource === 'release_bundle') return text(words.bundles);
    return targetName(text, repository ?? '');
  }
}
