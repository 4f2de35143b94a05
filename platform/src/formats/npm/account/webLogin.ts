import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { networkOf } from '../../../access/rateLimits.ts';
import { userScope } from '../../../access/tokens/scopes.ts';
import { type IssuedToken, issueToken } from '../../../access/tokens/tokens.ts';
import { db, transaction } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { npmTokenSeconds } from './tokenLife.ts';

/** Time in seconds in which a sign-in must be confirmed. */
const loginSeconds = 300;
/** Maximum number of unconfirmed sign-ins, per network and in total. */
const maxWaiting = { network: 20, all: 1000 };

export interface StartedLogin {
  /** Secret of the client; never sent to the browser. */
  secret: string;
  /** ID for the browser. */
  session: string;
}

export interface WaitingLogin {
  /** Host name that the client reports. */
  client: string;
  address: string;
  /** ISO 8601. */
  created: string;
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
const alive = sql`created > now() - make_interval(secs => ${loginSeconds})`;

/**
 * Starts a sign-in for a client. Throws `HttpError` 429 if its network has too many unconfirmed
 * sign-ins.
 */
export async function startLogin(client: string, address: string): Promise<StartedLogin> {
  await db().execute(sql`DELETE FROM npm_logins WHERE NOT (${alive})`);
  const waiting = await waitingByNetwork();
  if ((waiting.get(networkOf(address))?.length ?? 0) >= maxWaiting.network) {
    throw new HttpError(
      429,
      'TOO_MANY_LOGINS',
      `Too many sign-ins are waiting for confirmation. Try again in ${loginSeconds} s.`,
    );
  }
  await dropExcess([...waiting.values()]);
  const secret = randomBytes(32).toString('base64url');
  const session = randomBytes(16).toString('base64url');
  await db().execute(sql`
    INSERT INTO npm_logins (hash, session, client, address)
    VALUES (${hashOf(secret)}, ${session}, ${client}, ${address})`);
  return { secret, session };
}

/** Hashes of the unconfirmed sign-ins by network, oldest first. */
async function waitingByNetwork(): Promise<Map<string, string[]>> {
  const { rows } = await db().execute<{ hash: string; address: string }>(
    sql`SELECT hash, address FROM npm_logins ORDER BY created, hash`,
  );
  const networks = new Map<string, string[]>();
  for (const { hash, address } of rows) {
    const network = networkOf(address);
    networks.set(network, [...(networks.get(network) ?? []), hash]);
  }
  return networks;
}

/**
 * At the total limit, drops the oldest sign-in of the network with the most, so that no other
 * network is blocked.
 */
async function dropExcess(networks: string[][]): Promise<void> {
  const all = networks.reduce((count, { length }) => count + length, 0);
  if (all < maxWaiting.all) return;
  const fullest = networks.reduce((most, each) => (each.length > most.length ? each : most));
  await db().execute(sql`DELETE FROM npm_logins WHERE hash = ${fullest[0]}`);
}

/** The sign-in as shown to the user before confirming. Throws `HttpError` 404. */
export async function findLogin(session: string): Promise<WaitingLogin> {
  const { rows } = await db().execute<{ client: string; address: string; created: string }>(sql`
    SELECT client, address, to_char(created AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS created
    FROM npm_logins WHERE session = ${session} AND confirmed_by IS NULL AND ${alive}`);
  const [login] = rows;
  if (!login) throw gone();
  return login;
}

/** Confirms a sign-in as this user. Throws `HttpError` 404 if it is unknown or expired. */
export async function confirmLogin(session: string, userName: string): Promise<void> {
  const confirmed = await db().execute(sql`
    UPDATE npm_logins SET confirmed_by = ${userName}
    WHERE session = ${session} AND confirmed_by IS NULL AND ${alive}`);
  if (!confirmed.rowCount) throw gone();
}

/**
 * Returns the client's token, once, after confirmation; undefined before. Throws `HttpError` 404.
 */
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
    const token = await issueToken({ userName, scope: userScope, expiresIn: npmTokenSeconds(), description });
    return { userName, token, description };
  });
}

function gone(): HttpError {
  return new HttpError(404, 'NOT_FOUND', 'The sign-in is unknown, used, or expired. Start it again.');
}
