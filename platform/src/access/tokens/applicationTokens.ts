import { and, eq, gt, or } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { hashSecret } from '../secrets.ts';
import { tokensTable, usersTable } from '../tables.ts';
import { forgetTokens } from './tokens.ts';

/** Revokes an access or refresh token that was issued to the application. */
export async function revokeTokenOf(application: string, token: string): Promise<void> {
  const hash = hashSecret(token);
  const isIt = or(eq(tokensTable.hash, hash), eq(tokensTable.refreshHash, hash));
  await db()
    .delete(tokensTable)
    .where(and(eq(tokensTable.application, application), isIt));
  forgetTokens();
}

/** Returns a valid access token that was issued to the application. */
export async function describeTokenOf(application: string, token: string) {
  const [found] = await db()
    .select({
      userName: tokensTable.userName,
      userCreated: usersTable.created,
      scope: tokensTable.scope,
      created: tokensTable.created,
      expires: tokensTable.expires,
    })
    .from(tokensTable)
    .innerJoin(usersTable, eq(usersTable.name, tokensTable.userName))
    .where(
      and(
        eq(tokensTable.hash, hashSecret(token)),
        eq(tokensTable.application, application),
        gt(tokensTable.expires, new Date()),
        usersTable.enabled,
      ),
    );
  return found;
}

/** Revokes the tokens that were issued to the application, for one user if specified. */
export async function revokeTokensOfApplication(application: string, userName?: string): Promise<void> {
  const ofUser = userName === undefined ? undefined : eq(tokensTable.userName, userName);
  await db()
    .delete(tokensTable)
    .where(and(eq(tokensTable.application, application), ofUser));
  forgetTokens();
}
