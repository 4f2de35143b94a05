import type { UserDetails } from '@lading/contract/rest';
import { Button, useShell, useText } from '@lading/ui';
import { useState } from 'react';
import { messages } from './messages.ts';
import { removeSecondFactor } from './usersApi.ts';

/**
 * Whether the user has multi-factor authentication; an administrator can reset it for a user who
 * lost the device.
 */
export function SecondFactor({ user }: { user: UserDetails }) {
  const { http, modals, notifications } = useShell();
  const text = useText();
  const [enrolled, setEnrolled] = useState(user.mfa_status === 'ENROLLED');
  const [busy, setBusy] = useState(false);
  if (!enrolled) return text(messages.mfaNone);

  const name = user.username;
  const remove = async () => {
    const agreed = await modals.confirm({
      title: text(messages.mfaRemoveTitle, { name }),
      text: text(messages.mfaRemoveText),
      verb: text(messages.mfaRemove),
      danger: true,
    });
    if (!agreed) return;
    setBusy(true);
    try {
      await removeSecondFactor(http, name);
      setEnrolled(false);
      notifications.success(text(messages.mfaRemoved, { name }));
    } catch (cause) {
      const words = cause instanceof Error ? cause.message : String(cause);
      notifications.error(text(messages.mfaNotRemoved, { name, cause: words }));
    }
    setBusy(false);
  };
  return (
    <>
      {text(messages.mfaEnrolled)}{' '}
      <Button kind="danger" label={text(messages.mfaRemove)} busy={busy} onClick={() => void remove()} />
    </>
  );
}
