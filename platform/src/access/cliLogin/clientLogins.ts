import type { ClientLogin } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db, transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { Origin } from '../origin.ts';
import { hashSecret } from '../secrets.ts';
import { userScope } from '../tokens/scopes.ts';
import { type IssuedToken, issueToken } from '../tokens/tokens.ts';

/** How long a sign-in is pending, in seconds. Existing clients poll for as long. */
export const clientLoginSeconds = 300;
/** Lifetime of the client's token in seconds. The client then refreshes it. */
const tokenSeconds = 3600;
const maxAttempts = 5;

/** The session ID is case-insensitive. */
const hashOf = (session: string) => hashSecret(session.toLowerCase());
const waiting = sql`expires > now() and confirmed_by is null and attempts < ${maxAttempts}`;

/** Throws `HttpError` 409 if the session already exists. */
export async function startClientLogin(session: string, { client, address }: Origin): Promise<void> {
  const name = client === '' ? 'an unnamed client' : client;
  const started = await db().execute(sql`
    insert into client_logins (hash, client, address, expires)
    values (${hashOf(session)}, ${name}, ${address}, now() + make_interval(secs => ${clientLoginSeconds}))
    on conflict do nothing`);
  if (started.rowCount) return;
  throw new HttpError(409, 'SESSION_TAKEN', 'The session already exists. Use another UUID.');
}

/** Returns the details for the confirmation. Throws `HttpError` 404. */
export async function findClientLogin(session: string): Promise<ClientLogin> {
  const time = (column: string) =>
    sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);
  const { rows } = await db().execute<ClientLogin & Record<string, unknown>>(sql`
    select client, address, ${time('created')} as created, ${time('expires')} as expires,
      ${maxAttempts}::int - attempts as "attemptsLeft"
    from client_logins where hash = ${hashOf(session)} and ${waiting}`);
  const [login] = rows;
  if (!login) throw noSuchLogin();
  return login;
}

/**
 * Confirms the sign-in as this user. Throws `HttpError` 400 for a wrong code, and 404 if no such
 * sign-in is pending (any more).
 */
export async function confirmClientLogin(
  session: string,
  code: string,
  userName: string,
): Promise<ClientLogin> {
  const login = await findClientLogin(session);
  // Counted before the check, so that concurrent attempts have no advantage.
  const { rows } = await db().execute<{ left: number }>(sql`
    update client_logins set attempts = attempts + 1 where hash = ${hashOf(session)} and ${waiting}
    returning ${maxAttempts}::int - attempts as left`);
  const [counted] = rows;
  if (!counted) throw noSuchLogin();
  if (code.toLowerCase() !== session.slice(-4).toLowerCase()) {
    if (counted.left === 0) throw noSuchLogin();
    throw new HttpError(400, 'BAD_CODE', `Invalid code: ${attempts(counted.left)}.`);
  }
  const confirmed = await db().execute(sql`
    update client_logins set confirmed_by = ${userName}
    where hash = ${hashOf(session)} and confirmed_by is null and expires > now()`);
  if (!confirmed.rowCount) throw noSuchLogin();
  return login;
}

export interface FetchedLogin {
  userName: string;
  token: IssuedToken;
}

/**
 * Returns the token once, `pending` before the confirmation, or undefined if no such sign-in
 * exists.
 */
export async function fetchClientToken(session: string): Promise<FetchedLogin | 'pending' | undefined> {
  return transaction(async () => {
    const { rows } = await db().execute<{ userName: string; client: string }>(sql`
      delete from client_logins l using users u
      where l.hash = ${hashOf(session)} and l.expires > now() and u.name = l.confirmed_by and u.enabled
      returning l.confirmed_by as "userName", l.client`);
    const [confirmed] = rows;
    if (confirmed) {
      const { userName, client } = confirmed;
      const description = `Sign-in of ${client}`.slice(0, 300);
      const wanted = { userName, scope: userScope, expiresIn: tokenSeconds, refreshable: true, description };
      return { userName, token: await issueToken(wanted) };
    }
    const left = await db().execute(
      sql`select 1 from client_logins where hash = ${hashOf(session)} and ${waiting}`,
    );
    return left.rowCount ? 'pending' : undefined;
  });
}

function attempts(left: number): string {
  return left === 1 ? '1 attempt left' : `${left} attempts left`;
}

export function noSuchLogin(): HttpError {
  return new HttpError(
    404,
    'NO_SUCH_LOGIN',
    'The CLI sign-in is unknown or expired. Start over in the client.',
  );
}

/** Deletes expired sign-ins. */
export async function dropOldClientLogins(): Promise<void> {
  await db().execute(sql`delete from client_logins where expires < now()`);
}
