import type { BulkChange, BulkResult } from '@lading/contract/rest';
import { Button, Dialog, Fetched, FetchedView, useShell, useText } from '@lading/ui';
import { useEffect, useState } from 'react';
import { changeUsers } from './bulkApi.ts';
import { bulkMessages as messages } from './bulkMessages.ts';
import { messages as userMessages } from './messages.ts';

interface Props {
  readonly action: BulkChange['action'];
  readonly usernames: readonly string[];
  readonly onClose: (changed: boolean) => void;
}

/** The exact effect of a bulk change, before it is made. */
export function BulkDialog({ action, usernames, onClose }: Props) {
  const { http, notifications } = useShell();
  const text = useText();
  const [busy, setBusy] = useState(false);
  const [preview] = useState(
    () =>
      new Fetched<BulkResult | undefined>(undefined, () =>
        changeUsers(http, { action, usernames: [...usernames], dry_run: true }),
      ),
  );
  useEffect(() => () => preview.dispose(), [preview]);
  const change = async () => {
    setBusy(true);
    try {
      const { users } = await changeUsers(http, { action, usernames: [...usernames] });
      const count = users.filter(({ outcome }) => outcome === 'changed').length;
      notifications.success(text(messages.changed, { count }));
      onClose(true);
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      notifications.error(text(messages.notChanged, { cause }));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={text(messages[`${action}Title`], { count: usernames.length })}
      onCancel={() => onClose(false)}
    >
      <p>{text(messages[`${action}Text`])}</p>
      <FetchedView fetched={preview} failure={text(userMessages.failed)}>
        {(result) =>
          result && (
            <>
              <ul className="admin-bulk__users">
                {result.users.map((user) => (
                  <li key={user.username}>
                    <strong>{user.username}</strong> <Effect user={user} />
                  </li>
                ))}
              </ul>
              <div className="admin-bulk__buttons">
                <Button label={text(messages.cancel)} onClick={() => onClose(false)} />
                <Button
                  kind={action === 'enable' ? 'main' : 'danger'}
                  label={text(messages[action])}
                  busy={busy}
                  disabled={!result.users.some(({ outcome }) => outcome === 'changed')}
                  onClick={() => void change()}
                />
              </div>
            </>
          )
        }
      </FetchedView>
    </Dialog>
  );
}

function Effect({ user }: { user: BulkResult['users'][number] }) {
  const text = useText();
  const { outcome, tokens, permissions, groups, projects } = user;
  if (outcome !== 'changed') return <span className="ld-soft">{text(messages[outcome])}</span>;
  const listed = (names: readonly string[]) => names.join(', ') || text(messages.none);
  const owned = { permissions: listed(permissions), groups: listed(groups), projects: listed(projects) };
  return <span className="ld-soft">{text(messages.owns, { tokens, ...owned })}</span>;
}
