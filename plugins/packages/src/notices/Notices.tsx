import type { PlatformUsage } from '@lading/contract/rest';
import { Fetched, Icon, useFormats, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { messages } from './messages.ts';
import css from './notices.css?inline';

/** Milliseconds until it is looked at all: what the page shows comes first. */
const FIRST_LOOK_MS = 1000;
/** Milliseconds until it is looked again how far a migration is. */
const LOOK_AGAIN_MS = 10_000;
const CALL = '/ui/api/v1/ui/usage';

/** What holds for all packages at the moment: a quota that is used up, a migration that is under way. Nothing while it is not known. */
export const Notices = observer(function Notices() {
  useStyles(css);
  const { http, periodic } = useShell();
  const text = useText();
  const formats = useFormats();
  const [usage] = useState(
    () =>
      new Fetched<PlatformUsage | undefined>(undefined, (signal) =>
        http.json<PlatformUsage>(CALL, { signal }),
      ),
  );
  useEffect(() => {
    const timer = setTimeout(() => void usage.need(), FIRST_LOOK_MS);
    return () => {
      clearTimeout(timer);
      usage.dispose();
    };
  }, [usage]);
  const migrating = (usage.value?.migrations.length ?? 0) > 0;
  useEffect(() => {
    if (!migrating) return undefined;
    return periodic.repeat(() => usage.fetch(), LOOK_AGAIN_MS);
  }, [migrating, periodic, usage]);

  const { transfer, upgradeUrl = '', migrations = [] } = usage.value ?? {};
  const used = transfer?.quota != null && transfer.bytes >= transfer.quota ? transfer : undefined;
  if (!used && migrations.length === 0) return null;
  return (
    <div className="packages-notices" role="status">
      {used && (
        <p className="packages-notice packages-notice--warning">
          <Icon name="warning" size={16} />
          <span>
            {text(messages.quota, { used: formats.size(used.bytes), quota: formats.size(used.quota ?? 0) })}{' '}
            {upgradeUrl !== '' && (
              <a href={upgradeUrl} target="_blank" rel="noreferrer">
                {text(messages.upgrade)}
              </a>
            )}
          </span>
        </p>
      )}
      {migrations.map(({ name, done, total }) => (
        <p key={name} className="packages-notice">
          <Icon name="info" size={16} />
          <span>{text(messages.migration, { done: formats.count(done), total: formats.count(total) })}</span>
        </p>
      ))}
    </div>
  );
});
