import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import { untilQuiet } from '../jobs/serving.ts';
import { onIndexChange } from '../packages/indexChanges.ts';
import type { Platform } from '../platform/Platform.ts';
import { hasEmails, sendEmails } from './emails.ts';
import { hasNewVersions, notifyOfVersions } from './newVersions.ts';
import { notifyOfVulnerabilities } from './newVulnerabilities.ts';
import { maxPerUser } from './notifications.ts';

/** Days until notifications are deleted. */
const storedDays = 90;
/** Sends notices that are queued for webhooks. */
const webhooksJob = 'deliver-webhooks';
const versionsJob = 'notify-of-versions';

/** Defines the jobs that create, send, and delete notifications. */
export function defineNotificationJobs(platform: Platform): void {
  const { jobs, publicUrl, seal, log } = platform;
  jobs.define({
    name: versionsJob,
    description: 'Notifies users of new versions of their starred packages',
    cluster: 'one',
    every: 60,
    settle: 1000,
    pending: hasNewVersions,
    async run(signal) {
      await untilQuiet(signal);
      await notifyOfVersions(signal);
      jobs.wake(webhooksJob);
    },
  });
  onIndexChange(platform, () => jobs.wake(versionsJob));
  jobs.define({
    name: 'notify-of-vulnerabilities',
    description: 'Notifies users of new vulnerabilities of their starred packages',
    cluster: 'one',
    every: 60,
    sequential: true,
    run: async (signal) => {
      await notifyOfVulnerabilities(signal);
      jobs.wake(webhooksJob);
    },
  });
  jobs.define({
    name: 'send-notification-emails',
    description: 'Sends emails about notifications',
    cluster: 'one',
    every: 60,
    pending: hasEmails,
    run: (signal) => sendEmails({ seal, publicUrl: publicUrl.current, log }, signal),
  });
  jobs.define({
    name: 'delete-notifications',
    description: `Deletes notifications that are older than ${storedDays} days, and the oldest beyond ${maxPerUser} per user`,
    deletes: true,
    cluster: 'one',
    every: 3600,
    sequential: true,
    run: deleteOldNotifications,
  });
}

export async function deleteOldNotifications(): Promise<number> {
  const { rowCount: old } = await db().execute(sql`
    DELETE FROM notifications WHERE changed < now() - make_interval(days => ${storedDays}::integer)`);
  const { rowCount: many } = await db().execute(sql`
    DELETE FROM notifications WHERE id IN (
      SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY user_name ORDER BY changed DESC, id DESC) AS place
        FROM notifications) n WHERE place > ${maxPerUser})`);
  // An email server that rejects emails for long would otherwise get all of them when it recovers.
  await db().execute(
    sql`UPDATE notifications SET email = false WHERE email AND changed < now() - interval '1 day'`,
  );
  return (old ?? 0) + (many ?? 0);
}
