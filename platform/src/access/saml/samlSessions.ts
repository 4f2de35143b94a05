import { sql } from 'drizzle-orm';
import { db } from '../../storage/db.ts';
import { hashSecret } from '../secrets.ts';

/** How the provider calls the session of somebody whom it signed in. */
export interface SamlSession {
  nameID: string;
  nameIDFormat: string;
  sessionIndex: string;
}

export async function samlSessionOf(secret: string): Promise<SamlSession | undefined> {
  const { rows } = await db().execute<{ sso: SamlSession | null }>(
    sql`select sso from sessions where hash = ${hashSecret(secret)} and expires > now()`,
  );
  return rows[0]?.sso ?? undefined;
}

/** All of this person, or the one that is named; gives whose they were. */
export async function endSamlSessions(nameID: string, sessionIndex: string | undefined): Promise<string[]> {
  const one = sessionIndex === undefined ? sql`true` : sql`sso->>'sessionIndex' = ${sessionIndex}`;
  const { rows } = await db().execute<{ user: string }>(
    sql`delete from sessions where sso->>'nameID' = ${nameID} and ${one} returning user_name as user`,
  );
  return [...new Set(rows.map(({ user }) => user))];
}
