import { createHash } from 'node:crypto';
import type { UserIntegration } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { hashSecret, newSecret } from '../../access/secrets.ts';
import { revokeTokensOfApplication } from '../../access/tokens/applicationTokens.ts';
import { forgetTokens } from '../../access/tokens/tokens.ts';
import { db, transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { CheckedRequest } from './authorizationRequest.ts';

/** Seconds until an authorization code expires. */
const codeLife = 60;
const codePrefix = 'lading_ac_';

/** Stores the user's consent and returns an authorization code, of which only a hash is stored. */
export async function allowApplication(
  clientId: string,
  userName: string,
  { callbackUrl, challenge, scopes, nonce }: CheckedRequest,
  authenticated?: Date,
): Promise<string> {
  const code = codePrefix + newSecret();
  const scope = scopes.join(' ');
  await transaction(async () => {
    await db().execute(sql`
      insert into application_grants (client_id, user_name, scope) values (${clientId}, ${userName}, ${scope})
      on conflict (client_id, user_name) do update set scope = excluded.scope, granted = now()`);
    await db().execute(sql`
      insert into authorization_codes (hash, client_id, user_name, callback_url, challenge, scope, nonce, authenticated, expires)
      values (${hashSecret(code)}, ${clientId}, ${userName}, ${callbackUrl}, ${challenge}, ${scope},
        ${nonce ?? null}, ${authenticated?.toISOString() ?? null}::timestamptz, now() + make_interval(secs => ${codeLife}))`);
  });
  return code;
}

export interface RedeemedCode {
  userName: string;
  scope: string;
  nonce: string | undefined;
  /** When the user authenticated, in seconds since 1970. */
  authenticated: number | undefined;
}

interface CodeRow extends Record<string, unknown> {
  user_name: string;
  callback_url: string;
  challenge: string;
  scope: string;
  nonce: string | null;
  authenticated: number | null;
}

/**
 * Redeems a code, which is valid for one attempt of its application. A second use revokes the
 * application's tokens for the user (RFC 6749, 4.1.2), because one of the two was an attack. Runs
 * in the transaction that issues the token: a second use and a revocation wait for its end, so that
 * they find the token.
 */
export async function redeemCode(
  clientId: string,
  { code, callbackUrl, verifier }: { code: string; callbackUrl: string; verifier: string },
): Promise<RedeemedCode | undefined> {
  const hash = hashSecret(code);
  const { rows } = await db().execute<CodeRow>(sql`
    update authorization_codes set used = true
    where hash = ${hash} and client_id = ${clientId} and not used and expires > now()
    returning user_name, callback_url, challenge, scope, nonce,
      floor(extract(epoch from authenticated))::float8 as authenticated`);
  const [found] = rows;
  if (!found) {
    await revokeReplayed(hash, clientId);
    return undefined;
  }
  const isVerified = createHash('sha256').update(verifier).digest('base64url') === found.challenge;
  if (!isVerified || callbackUrl !== found.callback_url) return undefined;
  const grant = await db().execute(sql`
    select from application_grants where client_id = ${clientId} and user_name = ${found.user_name} for key share`);
  if (!grant.rowCount) return undefined;
  const { user_name: userName, scope, nonce, authenticated } = found;
  return { userName, scope, nonce: nonce ?? undefined, authenticated: authenticated ?? undefined };
}

async function revokeReplayed(hash: Buffer, clientId: string): Promise<void> {
  const { rows } = await db().execute<{ user_name: string }>(sql`
    select user_name from authorization_codes where hash = ${hash} and client_id = ${clientId} and used`);
  if (rows[0]) await revokeTokensOfApplication(clientId, rows[0].user_name);
}

/** Lists the applications that the user has allowed, by name. */
export async function listGrants(userName: string): Promise<UserIntegration[]> {
  const iso = (column: string) =>
    sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
  const { rows } = await db().execute<
    UserIntegration & { last_used: string | null } & Record<string, unknown>
  >(sql`
    select g.user_name as username, g.client_id, a.name, a.description, g.scope, ${iso('g.granted')} as granted,
      (select ${iso('max(t.last_used)')} from tokens t where t.application = g.client_id and t.user_name = g.user_name) as last_used
    from application_grants g join applications a using (client_id) where g.user_name = ${userName} order by lower(a.name)`);
  return rows.map(({ last_used, ...rest }) => ({ ...rest, ...(last_used === null ? {} : { last_used }) }));
}

/** Revokes a user's consent and its tokens. Throws `HttpError` 404. */
export async function revokeGrant(clientId: string, userName: string): Promise<void> {
  await transaction(async () => {
    // First, because this waits for concurrently issued tokens.
    const { rowCount } = await db().execute(sql`
      delete from application_grants where client_id = ${clientId} and user_name = ${userName}`);
    if (!rowCount)
      throw new HttpError(404, 'GRANT_NOT_FOUND', `User ${userName} has not allowed this application`);
    await revokeTokensOfApplication(clientId, userName);
  });
}

/**
 * Waits for a concurrent revocation of the consent that a refresh token is based on, and keeps
 * others waiting until the end of the transaction. Returns false without consent or for another
 * token.
 */
export async function holdGrantOf(clientId: string, refreshToken: string): Promise<boolean> {
  const { rowCount } = await db().execute(sql`
    select from application_grants g join tokens t on t.application = g.client_id and t.user_name = g.user_name
    where g.client_id = ${clientId} and t.refresh_hash = ${hashSecret(refreshToken)} for key share of g`);
  return Boolean(rowCount);
}

/**
 * Revokes what followed from a refresh token that was used before, because one of its two users is
 * an attacker (RFC 9700, 4.14.2). Does nothing for other tokens.
 */
export async function revokeReused(clientId: string, refreshToken: string): Promise<void> {
  const hash = hashSecret(refreshToken);
  await transaction(async () => {
    // Waits for concurrent refreshes, so that the last token is found.
    await db().execute(sql`
      select from application_grants where client_id = ${clientId} and user_name = (
        select t.user_name from used_refresh_tokens u join tokens t on t.id = u.token where u.hash = ${hash})
      for update`);
    const { rowCount } = await db().execute(sql`
      delete from tokens where application = ${clientId}
        and id = (select token from used_refresh_tokens where hash = ${hash})`);
    if (rowCount) forgetTokens();
  });
}

/** Deletes expired codes, for housekeeping. */
export async function dropOldCodes(): Promise<void> {
  await db().execute(sql`delete from authorization_codes where expires < now() - interval '1 hour'`);
}
