import { sql } from 'drizzle-orm';
import { db, transaction } from '../../storage/db.ts';
import type { Advisory, Affected, Severity } from './osv.ts';

/** An advisory about one package. */
export interface HeldAdvisory {
  number: number;
  id: string;
  name: string;
  title: string;
  details: string;
  severity: Severity;
  score: number | null;
  vector: string | null;
  url: string;
  aliases: string[];
  cwes: string[];
  /** ISO 8601. */
  published: string;
  modified: string;
  affected: Affected[];
}

/** Adds the advisory, or makes it say what is given; one that was withdrawn is removed. */
export async function saveAdvisory(advisory: Advisory): Promise<void> {
  const { id, title, details, severity, score, vector, url, aliases, cwes, published, modified, packages } =
    advisory;
  await transaction(async () => {
    if (advisory.withdrawn) {
      await removeAdvisory(id);
      return;
    }
    await db().execute(sql`
      INSERT INTO advisories (id, title, details, severity, score, vector, url, aliases, cwes, published, modified)
      VALUES (${id}, ${title}, ${details}, ${severity}, ${score ?? null}, ${vector ?? null}, ${url},
        ${sql.param(aliases)}::text[], ${sql.param(cwes)}::text[], ${published.toISOString()}, ${modified.toISOString()})
      ON CONFLICT (id) DO UPDATE
      SET title = excluded.title, details = excluded.details, severity = excluded.severity, score = excluded.score,
        vector = excluded.vector, url = excluded.url, aliases = excluded.aliases, cwes = excluded.cwes,
        published = excluded.published, modified = excluded.modified`);
    await db().execute(sql`DELETE FROM advisory_packages WHERE advisory = ${id}`);
    for (const { ecosystem, name, affected } of packages) {
      await db().execute(sql`
        INSERT INTO advisory_packages (advisory, ecosystem, name, affected)
        VALUES (${id}, ${ecosystem}, ${name}, ${JSON.stringify(affected)}::jsonb)`);
    }
  });
}

/** False when there was none. */
export async function removeAdvisory(id: string): Promise<boolean> {
  const removed = await db().execute(sql`DELETE FROM advisories WHERE id = ${id}`);
  return Boolean(removed.rowCount);
}

/** What is known of the packages; the ecosystem as OSV writes it. */
export async function findAdvisories(ecosystem: string, names: readonly string[]): Promise<HeldAdvisory[]> {
  if (names.length === 0) return [];
  const utc = (column: string) =>
    sql.raw(`to_char(a.${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);
  const { rows } = await db().execute<HeldAdvisory & Record<string, unknown>>(sql`
    SELECT a.number::float8 AS number, a.id, p.name, a.title, a.details, a.severity, a.score, a.vector, a.url, a.aliases,
      a.cwes, ${utc('published')} AS published, ${utc('modified')} AS modified, p.affected
    FROM advisory_packages p JOIN advisories a ON a.id = p.advisory
    WHERE p.ecosystem = ${ecosystem} AND p.name = ANY(${sql.param([...names])}::text[]) ORDER BY a.id`);
  return rows;
}
