import type { NewGitWatch } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { newSecret } from '../../access/secrets.ts';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { Seal } from '../../secrets/Seal.ts';

/** Seconds between checks of a branch. With a webhook, checks are only for missed announcements. */
const checkEvery = { poll: 3600, webhook: 86_400 };
/** Maximum watched branches of one connection. */
const maxWatches = 200;

/** A watched branch. */
export interface Watch extends Record<string, unknown> {
  id: string;
  integration: string;
  repositoryId: string;
  repository: string;
  branch: string;
  hookSecret: Buffer | null;
  commitStatus: boolean;
  head: string | null;
  scanned: string | null;
  error: string | null;
  truncated: boolean;
}

const columns = sql.raw(`id::text, integration, repository_id as "repositoryId", repository, branch,
  hook_secret as "hookSecret", commit_status as "commitStatus", head, error, truncated,
  to_char(scanned at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as scanned`);

async function select(where: SQL): Promise<Watch[]> {
  const { rows } = await db().execute<Watch>(
    sql`select ${columns} from git_watches where ${where} order by repository, branch`,
  );
  return rows;
}

export const watchesOf = (integration: string) => select(sql`integration = ${integration}`);

export async function findWatch(id: string): Promise<Watch | undefined> {
  return /^[0-9a-f-]{36}$/.test(id) ? (await select(sql`id::text = ${id}`))[0] : undefined;
}

/** Throws `HttpError` 404. */
export async function requireWatch(integration: string, id: string): Promise<Watch> {
  const found = await findWatch(id);
  if (found?.integration === integration) return found;
  throw new HttpError(
    404,
    'GIT_WATCH_NOT_FOUND',
    `Integration ${integration} watches no branch with the ID "${id.slice(0, 50)}"`,
  );
}

/** Adds a watch that is checked soon. Throws `HttpError` 409. */
export async function addWatch(
  integration: string,
  wanted: NewGitWatch,
  by: string,
  seal: Seal,
): Promise<{ id: string; secret?: string }> {
  const { repository_id, repository, branch, webhook, commit_status } = wanted;
  const { rows } = await db().execute<{ id: string }>(sql`
    insert into git_watches (integration, repository_id, repository, branch, commit_status, created_by)
    select ${integration}, ${repository_id}, ${repository}, ${branch}, ${commit_status}, ${by}
    where (select count(*) from git_watches where integration = ${integration}) < ${maxWatches}
    on conflict do nothing returning id::text`);
  const [added] = rows;
  if (!added) {
    const message = `Branch ${branch} of ${repository} is watched already, or ${maxWatches} branches are`;
    throw new HttpError(409, 'GIT_WATCH_EXISTS', message);
  }
  return webhook ? { id: added.id, secret: await renewSecret(added.id, seal) } : { id: added.id };
}

/** Replaces the secret of the webhook and returns the new one. */
export async function renewSecret(id: string, seal: Seal): Promise<string> {
  const secret = newSecret();
  await db().execute(
    sql`update git_watches set hook_secret = ${seal.close(secret, useOf(id))} where id = ${id}`,
  );
  return secret;
}

/** Returns the secret of the webhook; throws `SealBroken`. */
export function hookSecretOf({ id, hookSecret }: Watch, seal: Seal): string | undefined {
  return hookSecret ? seal.open(hookSecret, useOf(id)) : undefined;
}

export async function removeWatch(id: string): Promise<void> {
  await db().execute(sql`delete from git_watches where id = ${id}`);
}

/** Makes the branch due. `again` scans it even if its commit has not changed. */
export async function checkSoon(id: string, again = false): Promise<void> {
  const head = again ? sql`null` : sql`head`;
  await db().execute(sql`update git_watches set next_check = now(), head = ${head} where id = ${id}`);
}

export async function isCheckDue(): Promise<boolean> {
  const { rows } = await db().execute(sql`select 1 from git_watches where next_check <= now() limit 1`);
  return rows.length > 0;
}

/** Takes the next due watch, and schedules its next check, also in case this one is interrupted. */
export async function takeDue(): Promise<Watch | undefined> {
  const { rows } = await db().execute<Watch>(sql`
    update git_watches set next_check = now() + make_interval(secs => case when hook_secret is null
      then ${checkEvery.poll}::int else ${checkEvery.webhook}::int end)
    where id = (select id from git_watches where next_check <= now() order by next_check limit 1)
    returning ${columns}`);
  return rows[0];
}

/** Stores why a check failed. The result of the last scan remains. */
export async function noteFailure(id: string, error: string): Promise<void> {
  await db().execute(sql`update git_watches set error = ${error.slice(0, 500)} where id = ${id}`);
}

export async function noteSuccess(id: string): Promise<void> {
  await db().execute(sql`update git_watches set error = null where id = ${id}`);
}

const useOf = (id: string) => `git-hook:${id}`;
