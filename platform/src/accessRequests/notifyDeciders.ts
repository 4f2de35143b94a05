import type { RequestableAction } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { effectiveAdmin } from '../access/users.ts';
import { db, transaction } from '../database/db.ts';
import { addNotices } from '../notifications/addNotices.ts';

/** Requests per transaction. */
const batch = 100;

interface Row extends Record<string, unknown> {
  user: string;
  repository: string;
  path: string;
  action: RequestableAction;
  deciders: string[];
}

export async function hasNewRequests(): Promise<boolean> {
  const { rows } = await db().execute<{ found: boolean }>(
    sql`SELECT EXISTS (SELECT FROM access_requests WHERE NOT notified) AS found`,
  );
  return rows[0]?.found ?? false;
}

/**
 * Notifies administrators and administrators of the repository's project of new requests. A job
 * does so, because the work depends on the project: the response to the user must take as long for
 * a repository that does not exist.
 */
export async function notifyDeciders(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await notifyBatch()) === batch);
}

async function notifyBatch(): Promise<number> {
  return transaction(async () => {
    const { rows } = await db().execute<Row>(sql`
      WITH fresh AS (
        UPDATE access_requests SET notified = true
        WHERE id IN (SELECT id FROM access_requests WHERE NOT notified ORDER BY id LIMIT ${batch} FOR UPDATE SKIP LOCKED)
        RETURNING id, user_name, repository, path, action
      )
      SELECT f.user_name AS "user", f.repository, f.path, f.action, ARRAY(
        SELECT users.name FROM users WHERE users.name <> f.user_name AND (${effectiveAdmin} OR users.name IN (
          SELECT m.user_name FROM repositories r JOIN project_users m ON m.project_key = r.project_key
          WHERE r.key = f.repository AND 'Project Admin' = ANY(m.roles)
          UNION ALL
          SELECT g.user_name FROM repositories r JOIN project_groups m ON m.project_key = r.project_key
          JOIN group_members g ON g.group_name = m.group_name
          WHERE r.key = f.repository AND 'Project Admin' = ANY(m.roles)))) AS deciders
      FROM fresh f ORDER BY f.id`);
    for (const { user, repository, path, action, deciders } of rows)
      await addNotices(
        deciders.map((userName) => ({
          ...{ userName, kind: 'access_request', subject: `repository://${repository}`, changes: 1 },
          items: [{ user, path, action }],
        })),
      );
    return rows.length;
  });
}
