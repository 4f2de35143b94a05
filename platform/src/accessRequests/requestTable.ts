import type { AccessRequestState, OwnAccessRequest, RequestableAction } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { db } from '../database/db.ts';

/** A stored request for access. */
export interface RequestRow extends Record<string, unknown> {
  id: string;
  user: string;
  repository: string;
  /** Empty: the whole repository. */
  path: string;
  action: RequestableAction;
  reason: string;
  state: AccessRequestState;
  created: number;
  decided: number | null;
  decidedBy: string | null;
  answer: string;
}

const columns = sql`r.id::text AS id, r.user_name AS "user", r.repository, r.path, r.action, r.reason, r.state,
  (extract(epoch FROM r.created) * 1000)::float8 AS created, (extract(epoch FROM r.decided) * 1000)::float8 AS decided,
  r.decided_by AS "decidedBy", r.answer`;

/** Returns requests by a condition on `access_requests r`, newest first. */
export async function selectRequests(where: SQL, limit: number): Promise<RequestRow[]> {
  const { rows } = await db().execute<RequestRow>(sql`
    SELECT ${columns} FROM access_requests r WHERE ${where} ORDER BY r.id DESC LIMIT ${limit}`);
  return rows;
}

/** Locks a request until the end of the transaction, so that of two decisions one is first. */
export async function lockRequest(id: string): Promise<RequestRow | undefined> {
  const { rows } = await db().execute<RequestRow>(
    sql`SELECT ${columns} FROM access_requests r WHERE r.id = ${id}::bigint FOR UPDATE`,
  );
  return rows[0];
}

/** The request as its user sees it. */
export function ownRequest(row: RequestRow): OwnAccessRequest {
  const { id, repository, path, action, reason, state, answer, created, decided } = row;
  return {
    ...{ id, repository, path, action, reason, state, answer },
    created: new Date(created).toISOString(),
    decided: decided === null ? null : new Date(decided).toISOString(),
  };
}
