import type { BulkChange, BulkResult } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { transactionWithRetry } from '../../database/transactionWithRetry.ts';
import type { User } from '../User.ts';
import { changeUser, findUser, normalName, removeUser } from '../users.ts';

/** Rolls back the transaction of a dry run. */
class Reverted extends Error {
  override readonly name = 'Reverted';
}

type Row = BulkResult['users'][number];

/**
 * Enables, disables, or deletes users, all or none. A dry run does the same and rolls it back, so
 * that its result is exact. Calls `recorded` for each changed user, in the transaction. Throws
 * `HttpError` 409 if no administrator would be left.
 */
export async function changeUsers(
  { action, usernames, dry_run: dryRun = false }: BulkChange,
  caller: string,
  recorded: (user: User) => Promise<void>,
): Promise<BulkResult> {
  const users: Row[] = [];
  try {
    await transactionWithRetry(async () => {
      users.length = 0;
      for (const username of new Set(usernames.map(normalName)))
        users.push(await changeOne(action, username, caller, recorded));
      if (dryRun) throw new Reverted();
    });
  } catch (error) {
    if (!(error instanceof Reverted)) throw error;
  }
  return { dry_run: dryRun, users };
}

async function changeOne(
  action: BulkChange['action'],
  username: string,
  caller: string,
  recorded: (user: User) => Promise<void>,
): Promise<Row> {
  const owned = await ownedBy(username);
  const user = await findUser(username);
  const row = (outcome: Row['outcome']): Row => ({ username, outcome, ...owned });
  if (!user) return row('missing');
  if (username === caller) return row('own');
  if (action !== 'delete' && user.enabled === (action === 'enable')) return row('unchanged');
  if (action === 'delete') await removeUser(username);
  else await changeUser(username, { enabled: action === 'enable' });
  await recorded(user);
  return row('changed');
}

async function ownedBy(
  username: string,
): Promise<Pick<Row, 'tokens' | 'permissions' | 'groups' | 'projects'>> {
  const { rows } = await db().execute<{
    tokens: number;
    permissions: string[];
    groups: string[];
    projects: string[];
  }>(sql`select
    (select count(*)::int from tokens where user_name = ${username}) as tokens,
    coalesce((select array_agg(name order by name) from permissions where resources #> array['artifact', 'actions', 'users', ${username}::text] is not null
      or resources #> array['build', 'actions', 'users', ${username}::text] is not null
      or resources #> array['release_bundle', 'actions', 'users', ${username}::text] is not null), '{}') as permissions,
    coalesce((select array_agg(group_name order by group_name) from group_members where user_name = ${username}), '{}') as groups,
    coalesce((select array_agg(project_key order by project_key) from project_users where user_name = ${username}), '{}') as projects`);
  return rows[0] ?? { tokens: 0, permissions: [], groups: [], projects: [] };
}
