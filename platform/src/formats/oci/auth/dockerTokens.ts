import { eq, sql } from 'drizzle-orm';
import { hashSecret, newSecret } from '../../../access/secrets.ts';
import { usersTable } from '../../../access/tables.ts';
import { type VerifiedToken, verifiedTokens } from '../../../access/tokens/verifiedTokens.ts';
import { userColumns } from '../../../access/users.ts';
import { db } from '../../../database/db.ts';

/**
 * Token lifetime in seconds. The specification requires at least 60, and pushing large layers takes
 * longer.
 */
export const tokenSeconds = 600;

const prefix = 'lading_dt_';
/** Token for anonymous users. It grants nothing by itself, so it needs no database row. */
export const anonymousToken = `${prefix}anonymous`;

/** A requested scope: `repository:{name}:{actions}`, with the name used by the client. */
export type Access = string;

export interface DockerToken extends VerifiedToken {
  access: Access[];
}

export interface TokenOwner {
  userName: string;
  /** The ID of the long-lived token that this token was issued for, if any. */
  tokenId?: string;
  scopes?: string[];
}

export function looksLikeDockerToken(text: string): boolean {
  return text.startsWith(prefix);
}

/**
 * Issues a token. The caller must check that the owner may have it; permissions are checked at each
 * use.
 */
export async function issueDockerToken(
  { userName, tokenId, scopes }: TokenOwner,
  access: readonly Access[],
): Promise<string> {
  const token = prefix + newSecret();
  await db().execute(sql`
    INSERT INTO docker_tokens (hash, user_name, token_id, scopes, access, expires)
    VALUES (${hashSecret(token)}, ${userName}, ${tokenId ?? null}, ${scopes ? sql.param(scopes) : null}::text[],
      ${sql.param([...access])}::text[], now() + make_interval(secs => ${tokenSeconds}))`);
  return token;
}

/** Undefined for an invalid or expired token. */
export async function findDockerToken(token: string): Promise<DockerToken | undefined> {
  // Tokens with this prefix are only ever cached as registry tokens.
  return (await verifiedTokens().find(token, () => lookUp(token))) as DockerToken | undefined;
}

async function lookUp(token: string): Promise<DockerToken | undefined> {
  const kept = sql`docker_tokens`;
  const [found] = await db()
    .select({
      ...userColumns,
      tokenId: sql<string | null>`${kept}.token_id`,
      scopes: sql<string[] | null>`${kept}.scopes`,
      access: sql<string[]>`${kept}.access`,
      expires: sql<number>`(extract(epoch FROM ${kept}.expires) * 1000)::float8`,
    })
    .from(usersTable)
    .innerJoin(kept, eq(sql`${kept}.user_name`, usersTable.name))
    .where(sql`${kept}.hash = ${hashSecret(token)} AND ${kept}.expires > now() AND ${usersTable.enabled}`);
  if (!found) return undefined;
  const { tokenId, scopes, access, expires, ...user } = found;
  return {
    user,
    scopes: scopes ?? ['applied-permissions/user'],
    tokenId: tokenId ?? '',
    expires: new Date(expires),
    access,
  };
}

/** Deletes expired tokens. Returns their number. */
export async function dropOldDockerTokens(): Promise<number> {
  const { rowCount } = await db().execute(sql`DELETE FROM docker_tokens WHERE expires < now()`);
  return rowCount ?? 0;
}
