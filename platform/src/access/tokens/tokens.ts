import { randomUUID } from 'node:crypto';
import { and, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { afterCommit, db, transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import { tokensTable, usersTable } from '../tables.ts';
import { userColumns } from '../users.ts';
import { readScope } from './scopes.ts';
import { checkTokenSeconds, maxTokenSeconds, usualTokenSeconds } from './tokenLifetime.ts';
import { type VerifiedToken, verifiedTokens } from './verifiedTokens.ts';

/** One year, in seconds. */
export const maxUserTokenSeconds = 365 * 86_400;

/**
 * Prefixes distinguish tokens from passwords before any lookup, and allow scanners to find leaked
 * tokens.
 */
const accessPrefix = 'lading_at_';
const refreshPrefix = 'lading_rt_';

export interface TokenRequest {
  userName: string;
  /** See `readScope`. */
  scope: string;
  /** In seconds. 0 never expires. */
  expiresIn: number;
  refreshable?: boolean;
  description?: string;
  /** Client ID of the application that it is issued to. */
  application?: string;
}

/** An issued token. Its secrets are shown only once and not stored. */
export interface IssuedToken {
  id: string;
  accessToken: string;
  refreshToken?: string;
  expiresIn: number;
  scope: string;
}

export interface TokenRow {
  id: string;
  userName: string;
  scope: string;
  description: string;
  created: Date;
  expires: Date | null;
  lastUsed: Date | null;
  refreshable: boolean;
}

/**
 * Issues a token. The caller checks the permission. Throws `HttpError` 400 for a lifetime above the
 * maximum.
 */
export async function issueToken(request: TokenRequest): Promise<IssuedToken> {
  readScope(request.scope);
  checkTokenSeconds(request.expiresIn);
  const accessToken = accessPrefix + newSecret();
  const refreshToken = request.refreshable ? refreshPrefix + newSecret() : undefined;
  const id = randomUUID();
  await db()
    .insert(tokensTable)
    .values({
      id,
      hash: hashSecret(accessToken),
      refreshHash: refreshToken ? hashSecret(refreshToken) : null,
      userName: request.userName,
      scope: request.scope,
      description: request.description ?? '',
      application: request.application ?? null,
      expires: request.expiresIn === 0 ? null : sql`now() + make_interval(secs => ${request.expiresIn})`,
    });
  const { expiresIn, scope } = request;
  return { id, accessToken, expiresIn, scope, ...(refreshToken ? { refreshToken } : {}) };
}

export function looksLikeToken(text: string): boolean {
  return text.startsWith(accessPrefix);
}

/** Returns the user and the scope of a valid token. */
export async function userByToken(token: string): Promise<VerifiedToken | undefined> {
  if (!looksLikeToken(token)) return undefined;
  return verifiedTokens().find(token, () => lookUp(token));
}

async function lookUp(token: string): Promise<VerifiedToken | undefined> {
  const [found] = await db()
    .select({
      ...userColumns,
      tokenId: tokensTable.id,
      scope: tokensTable.scope,
      expires: tokensTable.expires,
      stale: sql<boolean>`coalesce(${tokensTable.lastUsed} < now() - interval '1 minute', true)`,
    })
    .from(tokensTable)
    .innerJoin(usersTable, eq(usersTable.name, tokensTable.userName))
    .where(and(eq(tokensTable.hash, hashSecret(token)), stillGood, usersTable.enabled));
  if (!found) return undefined;
  const { tokenId, scope, expires, stale, ...user } = found;
  if (stale) await db().update(tokensTable).set({ lastUsed: sql`now()` }).where(eq(tokensTable.id, tokenId));
  return { user, scopes: readScope(scope), tokenId, expires };
}

const stillGood = or(isNull(tokensTable.expires), sql`${tokensTable.expires} > now()`);

/**
 * Exchanges a refresh token for a new pair, and revokes the old one. Only the application can
 * refresh a token that was issued to it. Throws `HttpError` 401.
 */
export async function refreshToken(
  secret: string,
  application?: string,
): Promise<IssuedToken & { userName: string }> {
  return transaction(async () => {
    forgetTokens();
    const refreshHash = hashSecret(secret);
    const [old] = await db()
      .select()
      .from(tokensTable)
      .where(and(eq(tokensTable.refreshHash, refreshHash), isOf(application)))
      .for('update');
    if (!old)
      throw new HttpError(401, 'BAD_REFRESH_TOKEN', 'The refresh token is invalid, used, or revoked.');
    const life = old.expires
      ? usualTokenSeconds(Math.round((old.expires.getTime() - old.created.getTime()) / 1000))
      : (maxTokenSeconds() ?? 0);
    const { userName, scope, description } = old;
    const renewed = { userName, scope, description, expiresIn: life, refreshable: true };
    const issued = await issueToken(application === undefined ? renewed : { ...renewed, application });
    if (application !== undefined) await rememberUsed(refreshHash, old.id, issued.id);
    await db().delete(tokensTable).where(eq(tokensTable.id, old.id));
    return { ...issued, userName };
  });
}

/** Stores that a refresh token was used, and that all before it led to the new token. */
async function rememberUsed(hash: Buffer, before: string, after: string): Promise<void> {
  await db().execute(sql`update used_refresh_tokens set token = ${after} where token = ${before}`);
  await db().execute(sql`insert into used_refresh_tokens (hash, token) values (${hash}, ${after})`);
}

function isOf(application: string | undefined) {
  return application === undefined
    ? isNull(tokensTable.application)
    : eq(tokensTable.application, application);
}

interface TokenFilter {
  /** All users if absent. */
  userName?: string | undefined;
  /** Includes expired tokens that can still be refreshed. */
  refreshable?: boolean | undefined;
}

export const tokenColumns = {
  id: tokensTable.id,
  userName: tokensTable.userName,
  scope: tokensTable.scope,
  description: tokensTable.description,
  created: tokensTable.created,
  expires: tokensTable.expires,
  lastUsed: tokensTable.lastUsed,
  refreshable: sql<boolean>`${tokensTable.refreshHash} is not null`,
};

/** Condition of tokens that lists show. */
export function tokenIsListed(refreshable = false): SQL {
  const listed = refreshable ? or(stillGood, isNotNull(tokensTable.refreshHash)) : stillGood;
  return listed ?? sql`true`;
}

/** Returns tokens, newest first. */
export async function listTokens({ userName, refreshable }: TokenFilter = {}): Promise<TokenRow[]> {
  return db()
    .select(tokenColumns)
    .from(tokensTable)
    .where(
      and(
        tokenIsListed(refreshable),
        userName === undefined ? undefined : eq(tokensTable.userName, userName),
      ),
    )
    .orderBy(desc(tokensTable.created));
}

/** Returns when a valid token of the user was last used; undefined if there is no such token. */
export async function findToken(
  id: string,
  userName: string,
): Promise<Pick<TokenRow, 'lastUsed'> | undefined> {
  const [found] = await db()
    .select({ lastUsed: tokensTable.lastUsed })
    .from(tokensTable)
    .where(and(eq(tokensTable.id, id), eq(tokensTable.userName, userName), stillGood));
  return found;
}

export interface RevokedToken {
  id: string;
  userName: string;
  description: string;
  scope: string;
}

/** Revokes tokens, of one user if specified. Returns the tokens that existed. */
export async function revokeTokens(ids: readonly string[], userName?: string): Promise<RevokedToken[]> {
  const { id, description, scope } = tokensTable;
  const removed = await db()
    .delete(tokensTable)
    .where(
      and(inArray(id, [...ids]), userName === undefined ? undefined : eq(tokensTable.userName, userName)),
    )
    .returning({ id, userName: tokensTable.userName, description, scope });
  forgetTokens();
  return removed;
}

/** Revokes all tokens of a user, and returns their number. */
export async function revokeTokensOf(userName: string): Promise<number> {
  const removed = await db().delete(tokensTable).where(eq(tokensTable.userName, userName));
  forgetTokens();
  return removed.rowCount ?? 0;
}

/**
 * Clears the cache of verified tokens after a revocation: after the commit, and immediately for
 * concurrent lookups.
 */
export function forgetTokens(): void {
  const tokens = verifiedTokens();
  tokens.forgetAll();
  afterCommit(() => tokens.forgetAll());
}

/** Deletes expired tokens. Those that can be refreshed are kept for another maximum lifetime. */
export async function dropOldTokens(): Promise<void> {
  await db().execute(sql`delete from tokens where expires < now()
    and (refresh_hash is null or expires < now() - make_interval(secs => ${maxUserTokenSeconds}))`);
}
