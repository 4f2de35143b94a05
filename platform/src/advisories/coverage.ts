import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import { scannableTypes } from './ecosystems.ts';

/** Package types by the completeness of their advisories in this instance. */
export interface Coverage {
  /** Types with imported advisories: a version without a finding has no known vulnerability. */
  full: ReadonlySet<string>;
  /**
   * Types with only advisories that upstreams reported for single packages: a version without a
   * finding is unknown.
   */
  partial: ReadonlySet<string>;
}

/** Reads the coverage of all types, or of one. */
export async function advisoryCoverage(only?: string): Promise<Coverage> {
  const types = scannableTypes().flatMap(({ type }) => (only === undefined || type === only ? [type] : []));
  const { rows } = await db().execute<{ type: string; full: boolean }>(sql`
    SELECT type, EXISTS (SELECT FROM advisory_ranges r JOIN advisories a ON a.id = r.advisory
        WHERE r.type = type.type AND a.source NOT LIKE 'upstream:%') AS full
    FROM unnest(${sql.param(types)}::text[]) AS type
    WHERE EXISTS (SELECT FROM advisory_ranges r WHERE r.type = type.type)`);
  const keys = (full: boolean) => new Set(rows.filter((row) => row.full === full).map(({ type }) => type));
  return { full: keys(true), partial: keys(false) };
}
