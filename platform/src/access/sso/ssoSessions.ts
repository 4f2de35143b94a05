import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { hashSecret } from '../secrets.ts';

/** Of a session that did not begin with a password. */
export type SsoSession = LeavableSession | OtherSession;

/** How the provider calls the session of somebody whom it signed in, where it can be ended there too. */
export type LeavableSession = SamlSession | OAuthSession;

interface ShownSession {
  /** When the person showed who he is, which may be long before the session began; in seconds since 1970, 0: he was not asked. */
  shown: number;
}

/** That ends here alone. */
interface OtherSession extends ShownSession {
  by: 'other';
}

interface SamlSession extends ShownSession {
  by: 'saml';
  /** Its name here. */
  provider: string;
  nameID: string;
  nameIDFormat: string;
  sessionIndex: string;
}

export interface OAuthSession extends ShownSession {
  by: 'oauth';
  provider: string;
  /** What the provider said of the person, sealed: it knows by it who signs out. */
  idToken: string;
}

/** As the provider says it, by its clock; now, where it does not say. */
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

/** All of this person, or the one that is named; gives whose they were. */
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
