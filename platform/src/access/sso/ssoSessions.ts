import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { hashSecret } from '../secrets.ts';

/** Provider data of a session that did not begin with a password. */
export type SsoSession = LeavableSession | OtherSession;

/** Provider data that allows signing out at the provider too. */
export type LeavableSession = SamlSession | OAuthSession;

interface ShownSession {
  /**
   * When the user authenticated, in seconds since 1970, possibly long before the session began. 0
   * means without interaction.
   */
  shown: number;
}

/** Can be ended only on this platform. */
interface OtherSession extends ShownSession {
  by: 'other';
}

interface SamlSession extends ShownSession {
  by: 'saml';
  /** Name of the provider on this platform. */
  provider: string;
  nameID: string;
  nameIDFormat: string;
  sessionIndex: string;
}

export interface OAuthSession extends ShownSession {
  by: 'oauth';
  provider: string;
  /** The provider's encrypted ID token, which identifies the user on sign-out. */
  idToken: string;
}

/** Parses the provider's time of authentication. Returns the current time if absent. */
export function shownAt(said: unknown): number {
  const now = Math.floor(Date.now() / 1000);
  return typeof said === 'number' && Number.isFinite(said) ? Math.min(Math.max(said, 0), now) : now;
}

export async function ssoSessionOf(secret: string): Promise<SsoSession | undefined> {
  const { rows } = await db().execute<{ sso: SsoSession | null }>(
    sql`select sso from sessions where hash = ${hashSecret(secret)} and expires > now()`,
  );
  return rows[0]?.sso ?? undefined;
}

/**
 * Ends all sessions of a SAML user, or only the specified one. Returns the users of the ended
 * sessions.
 */
export async function endSamlSessions(
  provider: string,
  nameID: string,
  sessionIndex: string | undefined,
): Promise<string[]> {
  const one = sessionIndex === undefined ? sql`true` : sql`sso->>'sessionIndex' = ${sessionIndex}`;
  const { rows } = await db().execute<{ user: string }>(sql`
    delete from sessions where sso->>'nameID' = ${nameID} and sso->>'provider' = ${provider} and ${one}
    returning user_name as user`);
  return [...new Set(rows.map(({ user }) => user))];
}
