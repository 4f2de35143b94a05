import { EmptyState, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { messages } from '../messages.ts';
import { fetchRetention } from './retention.ts';

/** Bundles that other servers distributed to this one. There are none: this version receives none. */
export const TargetTab = observer(function TargetTab() {
  const text = useText();
  const retention = useRetention();
  return (
    <EmptyState icon="download" what={text(messages.noReceived)} more={text(messages.noReceivedMore)}>
      {retention !== undefined && (
        <p className="ld-soft">{text(retention ? messages.retentionOn : messages.retentionOff)}</p>
      )}
    </EmptyState>
  );
});

/** `undefined`: not known, or the user is no administrator. */
function useRetention(): boolean | undefined {
  const { http, user, notifications } = useShell();
  const text = useText();
  const admin = user.current?.admin === true;
  const [on, setOn] = useState<boolean>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of language is no reason to ask again
  useEffect(() => {
    if (!admin) return undefined;
    const controller = new AbortController();
    fetchRetention(http, controller.signal).then(setOn, (error: unknown) => {
      if (controller.signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      notifications.info(text(messages.retentionFailed, { message }));
    });
    return () => controller.abort();
  }, [http, admin]);
  return on;
}
