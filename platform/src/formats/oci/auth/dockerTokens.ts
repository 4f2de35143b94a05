import { eq, sql } from 'drizzle-orm';
import { hashSecret, newSecret } from '../../../access/secrets.ts';
import { usersTable } from '../../../access/tables.ts';
import { userColumns } from '../../../access/users.ts';
import { type VerifiedToken, verifiedTokens } from '../../../access/verifiedTokens.ts';
import { db } from '../../../database/db.ts';

/** In seconds: the specification asks for a minute at least, and a push of large layers takes longer. */
export const tokenLife = 600;

const prefix = 'lading_dt_';
/** For whoever shows no credentials: it says nothing, so it needs no row. */
export const anonymousToken = `${prefix}anonymous`;

/** What a token was asked for: `repository:{name}:{actions}`, the name as clients say it. */
export type Access = string;

export interface DockerToken extends VerifiedToken {
  access: Access[];
}

export interface TokenOwner {
  userName: string;
  /** Where a longer-lived token stands behind it. */
  tokenId?: string;
  scopes?: string[];
}

export function looksLikeDockerToken(text: string): boolean {
  return text.startsWith(prefix);
}

/** Whether the owner may have it is for the caller to ask before; what it opens is asked at each use. */
export async function issueDockerToken(
  { userName, tokenId, scopes }: TokenOwner,
  access: readonly Access[],
): Promise<string> {
  const token = prefix + newSecret();
  await db().execute(sql`
    INSERT INTO docker_tokens (hash, user_name, token_id, scopes, access, expires)
    VALUES (${hashSecret(token)}, ${userName}, ${tokenId ?? null}, ${scopes ? sql.param(scopes) : null}::text[],
      ${sql.param([...access])}::text[], now() + make_interval(secs => ${tokenLife}))`);
  return token;
}

/** Undefined for one that is wrong or has ended. */
export async function findDockerToken(token: string): Promise<DockerToken | undefined> {
  // Nothing else is kept under a token of this form.
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

/** For housekeeping; gives how many. */
export async function dropOldDockerTokens(): Promise<number> {
  const { rowCount } = await db().execute(sql`DELETE FROM docker_tokens WHERE expires < now()`);
  return rowCount ?? 0;
}
