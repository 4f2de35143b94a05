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
/** Emails about these kinds go to all administrators, or there are none. */
const ofAdministrators = (kind: NotificationKind) =>
  kind === 'webhook' || kind === 'quota' || kind === 'plugin';
const deliveriesOf = (kind: NotificationKind) =>
  DELIVERIES.filter((delivery) => delivery !== 'email' || !ofAdministrators(kind));
const entriesOf = (preferences: NotificationPreferences) =>
  (Object.keys(KINDS) as NotificationKind[]).flatMap((kind) => {
    const delivery = preferences[kind];
    return delivery ? [{ kind, delivery }] : [];
  });

/** How the user is notified, by kind. Each change is stored at once. */
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
