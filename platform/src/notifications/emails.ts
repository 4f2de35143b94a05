import type { NotificationEntry, NotificationItem, NotificationKind } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { mailInForce, sendMail } from '../access/mail/mailer.ts';
import { findUser } from '../access/users.ts';
import { db } from '../database/db.ts';
import type { Seal } from '../secrets/Seal.ts';
import { readEntries } from './notifications.ts';
import { callerNamed } from './readers.ts';

/** Users per run of the job. */
const usersAtOnce = 100;
/** Lines of one email. Further notifications are only counted. */
const maxLines = 50;

interface Means {
  readonly seal: Seal;
  readonly publicUrl: string | undefined;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

export async function hasEmails(): Promise<boolean> {
  const { rows } = await db().execute<{ due: boolean }>(
    sql`SELECT EXISTS (SELECT FROM notifications WHERE email) AS due`,
  );
  return rows[0]?.due ?? false;
}

/**
 * Sends one email per user with all unread notifications that are due. Throws if the email server
 * failed, so that the job is retried.
 */
export async function sendEmails(means: Means, signal: AbortSignal): Promise<void> {
  const { rows } = await db().execute<{ userName: string }>(sql`
    SELECT DISTINCT user_name AS "userName" FROM notifications WHERE email LIMIT ${usersAtOnce}`);
  const enabled = (await mailInForce()) !== undefined;
  let failure: unknown;
  for (const { userName } of rows) {
    if (signal.aborted) return;
    try {
      const sent = enabled ? await sendTo(userName, means) : sql`true`;
      await db().execute(
        sql`UPDATE notifications SET email = false WHERE user_name = ${userName} AND ${sent}`,
      );
    } catch (error) {
      means.log.warn({ err: error, user: userName }, 'Failed to send an email with notifications');
      failure ??= error;
    }
  }
  if (failure) throw failure;
}

/** Returns the condition of the notifications that need no email any more. */
async function sendTo(userName: string, { seal, publicUrl }: Means) {
  const caller = await callerNamed(userName);
  const address = (await findUser(userName))?.email ?? '';
  const entries = caller && address !== '' ? await readEntries(caller, sql`read IS NULL AND email`) : [];
  const newest = entries[0]?.changed;
  if (newest === undefined) return sql`true`;
  const text = [
    ...entries.slice(0, maxLines).map((entry) => `- ${lineOf(entry)}`),
    ...(entries.length > maxLines ? [`- and ${entries.length - maxLines} more`] : []),
    ...(publicUrl === undefined ? [] : ['', `${publicUrl}/ui/`]),
    '',
    'You receive this email because of your notification settings in the console.',
  ].join('\n');
  const [first] = entries;
  const subject = entries.length === 1 && first ? lineOf(first) : `${entries.length} notifications`;
  await sendMail({ to: address, subject: subject.slice(0, 200), text }, seal);
  return sql`changed <= ${newest}::timestamptz`;
}

/** Describes a notification in one line. */
function lineOf({ kind, subject, changes, items }: NotificationEntry): string {
  const [item = {}] = items;
  if (kind === 'version')
    return changes === 1
      ? `${subject}: new version ${item.version}`
      : `${subject}: ${changes} new versions, such as ${item.version}`;
  if (kind === 'vulnerability')
    return changes === 1
      ? `${subject}: vulnerability ${item.advisory} found (${item.severity})`
      : `${subject}: ${changes} vulnerabilities found, such as ${item.advisory} (${item.severity})`;
  if (kind === 'access_request' || kind === 'access_decision') return ofRequest(subject, changes, item);
  return `${subject} ${item.version}: ${ended(kind, item)}`;
}

/** Describes the newest of the requests about a repository. */
function ofRequest(subject: string, changes: number, item: NotificationItem): string {
  const { user, action = 'read', path = '', outcome, message } = item;
  const place = [subject.replace(/^repository:\/\//, ''), path].filter(Boolean).join('/');
  const why = message ? `: ${message.replace(/\s+/g, ' ')}` : '';
  const more = changes > 1 ? ` (and ${changes - 1} more)` : '';
  if (user !== undefined) return `${user} asks for ${action} access to ${place}${more}`;
  return `Your request for ${action} access to ${place} was ${outcome}${why}${more}`;
}

function ended(kind: NotificationKind, { target, outcome, message }: NotificationItem): string {
  const why = message ? `: ${message.replace(/\s+/g, ' ')}` : '';
  return `${kind} to ${target} ${outcome}${why}`;
}
