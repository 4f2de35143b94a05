import type { CacheItem, CacheProvider } from '@node-saml/node-saml';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';

/** Seconds that a request waits for its response. */
export const samlRequestSeconds = 600;

/** Stores pending requests in the database, so that every node knows them. */
export const samlCache: CacheProvider = {
  async saveAsync(id: string, value: string): Promise<CacheItem | null> {
    const saved = await db().execute(
      sql`insert into saml_requests (id, value) values (${id}, ${value}) on conflict do nothing`,
    );
    return saved.rowCount ? { value, createdAt: Date.now() } : null;
  },

  async getAsync(id: string): Promise<string | null> {
    const { rows } = await db().execute<{ value: string }>(sql`
      select value from saml_requests where id = ${id} and created > now() - make_interval(secs => ${samlRequestSeconds})`);
    return rows[0]?.value ?? null;
  },

  async removeAsync(id: string | null): Promise<string | null> {
    if (id === null) return null;
    const removed = await db().execute(sql`delete from saml_requests where id = ${id}`);
    return removed.rowCount ? id : null;
  },
};

/** Returns whether the assertion is new. */
export async function takeAssertion(id: string): Promise<boolean> {
  const taken = await db().execute(
    sql`insert into saml_assertions (id) values (${id}) on conflict do nothing`,
  );
  return (taken.rowCount ?? 0) > 0;
}

/**
 * Deletes old requests and assertions. Responses to requests that are no longer pending are
 * rejected anyway.
 */
export async function dropOldSaml(): Promise<void> {
  await db().execute(sql`delete from saml_requests where created < now() - interval '1 hour'`);
  await db().execute(sql`delete from saml_assertions where taken < now() - interval '1 day'`);
}
