import type { AccessRequest, AccessRequestPage } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { decidableProjects } from '../access/accessRequestDeciders.ts';
import type { Caller } from '../access/Caller.ts';
import { findRepository } from '../repositories/repositories.ts';
import { ownRequest, type RequestRow, selectRequests } from './requestTable.ts';

interface Wanted {
  readonly state?: 'open' | 'decided' | undefined;
  /** ID of the last request of the page before. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Returns the requests that the caller can decide about, newest first. */
export async function listRequests(
  caller: Caller,
  { state, cursor, limit }: Wanted,
): Promise<AccessRequestPage> {
  const projects = await decidableProjects(caller);
  const conditions = [
    projects === 'all'
      ? sql`true`
      : sql`EXISTS (SELECT FROM repositories p WHERE p.key = r.repository
          AND p.project_key = ANY(${sql.param([...projects])}::text[]))`,
    ...(state === undefined ? [] : [state === 'open' ? sql`r.state = 'open'` : sql`r.state <> 'open'`]),
    ...(cursor === undefined ? [] : [sql`r.id < ${cursor}::bigint`]),
  ];
  const rows = await selectRequests(sql.join(conditions, sql` AND `), limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const requests: AccessRequest[] = [];
  for (const row of page) requests.push(await decidable(row));
  return { requests, ...(rows.length > limit && last ? { next: last.id } : {}) };
}

async function decidable(row: RequestRow): Promise<AccessRequest> {
  const repository = await findRepository(row.repository);
  const { user, decidedBy } = row;
  return {
    ...ownRequest(row),
    ...{ user, decidedBy, exists: repository !== undefined, project: repository?.projectKey ?? null },
  };
}
