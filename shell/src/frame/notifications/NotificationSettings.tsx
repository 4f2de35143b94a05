import type {
  NotificationDelivery,
  NotificationKind,
  NotificationPreferences,
  StoredPreferences,
} from '@lading/contract/rest';
import { Fetched, FetchedView, SelectField, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useFrame } from '../FrameContext.ts';
import { KINDS } from './kinds.ts';
import { messages } from './messages.ts';
import { WebhookSettings } from './WebhookSettings.tsx';

const CALL = '/ui/api/v1/ui/notifications/preferences';
const DELIVERIES = ['console', 'email', 'off'] as const;
/** Kinds with emails to all administrators or without emails. */
const ofAdministrators = (kind: NotificationKind) =>
  kind === 'webhook' || kind === 'quota' || kind === 'plugin';
const deliveriesOf = (kind: NotificationKind) =>
  DELIVERIES.filter((delivery) => delivery !== 'email' || !ofAdministrators(kind));
const entriesOf = (preferences: NotificationPreferences) =>
  (Object.keys(KINDS) as NotificationKind[]).flatMap((kind) => {
    const delivery = preferences[kind];
    return delivery ? [{ kind, delivery }] : [];
  });

/** Settings of the notifications by kind. Each change is stored immediately. */
export const NotificationSettings = observer(function NotificationSettings() {
  const { http, notifications } = useFrame();
  const text = useText();
  const [stored] = useState(
    () => new Fetched<StoredPreferences | undefined>(undefined, (signal) => http.json(CALL, { signal })),
  );
  const change = async (preferences: NotificationPreferences) => {
    try {
      await http.json(CALL, { method: 'PUT', body: preferences });
    } catch (cause) {
      notifications.error(text(messages.notChanged, { cause: (cause as Error).message }));
    }
    await stored.fetch();
  };
  return (
    <details
      className="lading-notices-settings"
      onToggle={({ currentTarget }) => currentTarget.open && void stored.need()}
    >
      <summary>{text(messages.settings)}</summary>
      {stored.status !== 'new' && (
        <FetchedView fetched={stored} failure={text(messages.settingsFailed)}>
          {(found) =>
            found && (
              <>
                {entriesOf(found.preferences).map(({ kind, delivery: current }) => (
                  <SelectField<NotificationDelivery>
                    key={kind}
                    label={text(KINDS[kind])}
                    value={current}
                    options={deliveriesOf(kind).map((key) => ({ key, label: text(messages[key]) }))}
                    onChange={(delivery) => void change({ ...found.preferences, [kind]: delivery })}
                  />
                ))}
                {!found.emails && <p className="ld-soft">{text(messages.noEmails)}</p>}
                <WebhookSettings decides={found.preferences.access_request !== undefined} />
              </>
            )
          }
        </FetchedView>
      )}
    </details>
  );
});
