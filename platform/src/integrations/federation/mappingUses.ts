import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { Mapping } from './mappings.ts';

/** Maximum characters of a subject. */
const maxSubject = 300;

/** The last job that got a token by a mapping. */
interface Use {
  last_used: string;
  last_subject: string;
}

/** Stores which job got a token by the mappings. */
export async function recordUse(mappings: readonly Mapping[], subject: string): Promise<void> {
  for (const { provider, name } of mappings) {
    // Avoids a write with every job, which would make concurrent jobs wait for each other.
    await db().execute(sql`
      update oidc_mappings set last_used = now(), last_subject = ${subject.slice(0, maxSubject)}
      where provider = ${provider} and name = ${name}
        and (last_used is null or last_used < now() - interval '1 minute')`);
  }
}

/** Returns the uses of a provider's mappings, by name; none for those that were never used. */
export async function usesOf(provider: string): Promise<Map<string, Use>> {
  const { rows } = await db().execute<Use & { name: string } & Record<string, unknown>>(sql`
    select name, last_subject, to_char(last_used at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_used
    from oidc_mappings where provider = ${provider} and last_used is not null`);
  return new Map(rows.map(({ name, last_used, last_subject }) => [name, { last_used, last_subject }]));
}
