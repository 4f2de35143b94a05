import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { db, transaction } from '../database/db.ts';
import { audit } from './audit/audit.ts';
import { callerOf } from './gateway.ts';
import { originOf } from './origin.ts';
import { removeApiKey } from './profile/apiKeys.ts';
import { revokeTokensOf } from './tokens.ts';

/** Revokes all access tokens and the API key of a user after a change of the password. */
export async function revokeCredentials(request: FastifyRequest, userName: string): Promise<void> {
  const [tokens, hadKey] = await transaction(async () => {
    // Tokens of container clients, and sign-ins of clients that have not fetched their token yet.
    await db().execute(sql`delete from docker_tokens where user_name = ${userName}`);
    await db().execute(sql`delete from client_logins where confirmed_by = ${userName}`);
    await db().execute(sql`delete from npm_logins where confirmed_by = ${userName}`);
    return [await revokeTokensOf(userName), await removeApiKey(userName)] as const;
  });
  if (tokens === 0 && !hadKey) return;
  const key = hadKey ? ' and the API key' : '';
  const caller = callerOf(request);
  await audit(originOf(request), {
    event: 'token-revoked',
    user: userName,
    by: caller.kind === 'user' ? caller.userName : userName,
    detail: `All access tokens (${tokens})${key}, because the password changed`,
  });
}
