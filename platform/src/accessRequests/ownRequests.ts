import type { NewAccessRequest, OwnAccessRequest } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { Caller } from '../access/Caller.ts';
import { db, transaction } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { hasAccess } from './hasAccess.ts';
import { ownRequest, selectRequests } from './requestTable.ts';

/** Maximum open requests of a user. */
const maxOpen = 20;
/** Maximum new requests of a user in 24 hours, including withdrawn ones. */
const maxPerDay = 10;
const maxListed = 50;

export async function ownRequests({ userName }: Caller): Promise<OwnAccessRequest[]> {
  return (await selectRequests(sql`r.user_name = ${userName}`, maxListed)).map(ownRequest);
}

/**
 * Stores a request. Does not look whether the repository exists, so that nothing reveals it. Throws
 * `HttpError` 400 for invalid values and for access that the caller has, 409 for a second open
 * request, 429 above a limit.
 */
export async function askForAccess(caller: Caller, given: NewAccessRequest): Promise<OwnAccessRequest> {
  const { userName } = caller;
  const { action } = given;
  const repository = validKey(given.repository);
  const path = validPath(given.path ?? '');
  if (await hasAccess(caller, { repository, path, action }))
    throw new HttpError(
      400,
      'HAS_ACCESS',
      `You have the ${action} permission on ${[repository, path].filter(Boolean).join('/')} already`,
    );
  const id = await transaction(async () => {
    // Concurrent requests of a user would each count too few.
    await db().execute(
      sql`SELECT pg_advisory_xact_lock(hashtextextended(${`access request of ${userName}`}, 0))`,
    );
    await checkLimits(userName);
    const { rows } = await db().execute<{ id: string }>(sql`
      INSERT INTO access_requests (user_name, repository, path, action, reason)
      VALUES (${userName}, ${repository}, ${path}, ${action}, ${readable(given.reason ?? '')})
      ON CONFLICT DO NOTHING RETURNING id::text`);
    return rows[0]?.id;
  });
  if (id === undefined)
    throw new HttpError(
      409,
      'EXISTS',
      'You have an open request for this repository and path. Wait for the decision, or withdraw it',
    );
  const [row] = await selectRequests(sql`r.id = ${id}::bigint`, 1);
  if (!row) throw new HttpError(404, 'NOT_FOUND', `Request ${id} not found`);
  return ownRequest(row);
}

/** Throws `HttpError` 404 for unknown requests and those of others, 409 for a decided one. */
export async function withdraw({ userName }: Caller, id: string): Promise<void> {
  const { rowCount } = await db().execute(sql`
    UPDATE access_requests SET state = 'withdrawn', decided = now(), notified = true
    WHERE id = ${id}::bigint AND user_name = ${userName} AND state = 'open'`);
  if (rowCount) return;
  const [own] = await selectRequests(sql`r.id = ${id}::bigint AND r.user_name = ${userName}`, 1);
  if (!own) throw new HttpError(404, 'NOT_FOUND', `Request ${id} not found`);
  throw new HttpError(409, 'DECIDED', `Request ${id} is ${own.state} already`);
}

async function checkLimits(userName: string): Promise<void> {
  const { rows } = await db().execute<{ open: number; recent: number }>(sql`
    SELECT count(*) FILTER (WHERE state = 'open')::integer AS open,
      count(*) FILTER (WHERE created > now() - interval '1 day')::integer AS recent
    FROM access_requests WHERE user_name = ${userName}`);
  const [{ open = 0, recent = 0 } = {}] = rows;
  if (open >= maxOpen)
    throw new HttpError(429, 'TOO_MANY', `You have ${maxOpen} open requests. Withdraw one, or wait`);
  if (recent >= maxPerDay)
    throw new HttpError(429, 'TOO_MANY', `You have sent ${maxPerDay} requests in 24 hours. Try again later`);
}

function validKey(given: string): string {
  const key = given.trim();
  if (/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(key)) return key;
  throw new HttpError(
    400,
    'BAD_REPOSITORY',
    'Invalid repository key. Expected 1 to 64 letters, digits, ".", "_", or "-", starting with a letter or digit',
  );
}

function validPath(given: string): string {
  const path = given.trim().replace(/^\/+|\/+$/g, '');
  const parts = path.split('/');
  if (readable(path) === path && !path.includes('\n') && !parts.includes('..') && !parts.includes('.'))
    return path;
  throw new HttpError(400, 'BAD_PATH', 'Invalid path. Expected a path in the repository, such as docs/a.txt');
}

/**
 * Removes control characters, and those that change the direction of text: administrators must read
 * what the user wrote, and nothing that only looks different.
 */
export function readable(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n\t]/gu, '')
    .trim();
}
