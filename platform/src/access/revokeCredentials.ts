import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { db, transaction } from '../database/db.ts';
import { audit } from './audit/audit.ts';
import { callerOf } from './gateway.ts';
import { originOf } from './origin.ts';
import { removeApiKey } from './profile/apiKeys.ts';
import { revokeTokensOf } from './tokens/tokens.ts';

export interface Revoked {
  tokens: number;
  hadKey: boolean;
}

/** Revokes all access tokens and the API key of a user after a password change. */
export async function revokeCredentials(request: FastifyRequest, userName: string): Promise<void> {
  const detail = revokedText(await revokeCredentialsOf(userName));
  if (detail === undefined) return;
  const caller = callerOf(request);
  await audit(originOf(request), {
    event: 'token-revoked',
    user: userName,
    by: caller.kind === 'user' ? caller.userName : userName,
    detail,
  });
}

/** Revokes credentials without a request. The caller writes the audit record. */
export function revokeCredentialsOf(userName: string): Promise<Revoked> {
  return transaction(async () => {
    // Tokens of container clients, and sign-ins of clients that have not fetched their token yet.
    await db().execute(sql`delete from docker_tokens where user_name = ${userName}`);
    await db().execute(sql`delete from client_logins where confirmed_by = ${userName}`);
    await db().execute(sql`delete from npm_logins where confirmed_by = ${userName}`);
    return { tokens: await revokeTokensOf(userName), hadKey: await removeApiKey(userName) };
  });
}

/** Returns details for the audit log, or undefined if there was nothing to revoke. */
export function revokedText({ tokens, hadKey }: Revoked): string | undefined {
  if (tokens === 0 && !hadKey) return undefined;
  const key = hadKey ? ' and the API key' : '';
  return `All access tokens (${tokens})${key}, because the password changed`;
}
