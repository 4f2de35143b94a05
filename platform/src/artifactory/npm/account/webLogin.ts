import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { userScope } from '../../../access/scopes.ts';
import { type IssuedToken, issueToken } from '../../../access/tokens.ts';
import { HttpError } from '../../../http/errors.ts';
import { db, transaction } from '../../../storage/db.ts';
import { tokenLife } from './tokenLife.ts';

/** Seconds that a sign-in may wait for its confirmation. */
const life = 300;
/** Sign-ins that may wait at once: of one address, and of all. */
const mostWaiting = { address: 20, all: 1000 };

export interface StartedLogin {
  /** For the client alone. */
  secret: string;
  /** For the browser. */
  session: string;
}

export interface WaitingLogin {
  /** What the client calls the machine that it runs on. */
  client: string;
  address: string;
  /** ISO 8601. */
  created: string;
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
const alive = sql`created > now() - make_interval(secs => ${life})`;

/** Begins a sign-in for a client; throws `HttpError` 429 when too many wait. */
export async function startLogin(client: string, address: string): Promise<StartedLogin> {
  await db().execute(sql`DELETE FROM npm_logins WHERE NOT (${alive})`);
  const { rows } = await db().execute<{ all: number; mine: number }>(sql`
    SELECT count(*)::integer AS all, (count(*) FILTER (WHERE address = ${address}))::integer AS mine FROM npm_logins`);
  if ((rows[0]?.all ?? 0) >= mostWaiting.all || (rows[0]?.mine ?? 0) >= mostWaiting.address) {
    throw new HttpError(
      429,
      'TOO_MANY_LOGINS',
      `Too many sign-ins wait for their confirmation: try again in ${life} s`,
    );
  }
  const secret = randomBytes(32).toString('base64url');
  const session = randomBytes(16).toString('base64url');
  await db().execute(sql`
    INSERT INTO npm_logins (hash, session, client, address)
    VALUES (${hashOf(secret)}, ${session}, ${client}, ${address})`);
  return { secret, session };
}

/** What a person is shown before confirming; throws `HttpError` 404. */
export async function findLogin(session: string): Promise<WaitingLogin> {
  const { rows } = await db().execute<{ client: string; address: string; created: string }>(sql`
    SELECT client, address, to_char(created AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS created
    FROM npm_logins WHERE session = ${session} AND confirmed_by IS NULL AND ${alive}`);
  const [login] = rows;
  if (!login) throw gone();
  return login;
}

/** The user lets the client in; throws `HttpError` 404 when nobody waits (any more). */
export async function confirmLogin(session: string, userName: string): Promise<void> {
  const confirmed = await db().execute(sql`
    UPDATE npm_logins SET confirmed_by = ${userName}
    WHERE session = ${session} AND confirmed_by IS NULL AND ${alive}`);
  if (!confirmed.rowCount) throw gone();
}

/** The client's token, once, as soon as somebody has confirmed; undefined before. Throws `HttpError` 404. */
export async function finishLogin(
  secret: string,
): Promise<{ userName: string; token: IssuedToken; description: string } | undefined> {
  return transaction(async () => {
    const { rows } = await db().execute<{ client: string; confirmedBy: string | null }>(sql`
      SELECT client, confirmed_by AS "confirmedBy" FROM npm_logins WHERE hash = ${hashOf(secret)} AND ${alive} FOR UPDATE`);
    const [login] = rows;
    if (!login) throw gone();
    if (login.confirmedBy === null) return undefined;
    await db().execute(sql`DELETE FROM npm_logins WHERE hash = ${hashOf(secret)}`);
    const description = `npm login on ${login.client}`;
    const { confirmedBy: userName } = login;
    const token = await issueToken({ userName, scope: userScope, expiresIn: tokenLife, description });
    return { userName, token, description };
  });
}

function gone(): HttpError {
  return new HttpError(
    404,
    'NOT_FOUND',
    'This sign-in is not known, was used, or has expired: start it again',
  );
}
