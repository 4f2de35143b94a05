import { sql } from 'drizzle-orm';
import { shown } from '../../errors/shown.ts';
import { badAql } from './AqlReader.ts';
import { condition } from './conditions.ts';
import { builds, type ReadableBuilds, readable } from './domains.ts';
import { buildFields } from './fields.ts';
import { iso } from './iso.ts';
import type { AqlQuery } from './parseAql.ts';
import { readRows } from './readRows.ts';

/** Finds builds that the caller can read. */
export async function findBuilds(query: AqlQuery, names: ReadableBuilds): Promise<object[]> {
  const fields = fieldsOf(query.include);
  const rows = await readRows<Record<string, string | null>>({
    domain: builds,
    query,
    select: sql`SELECT bd.name, bd.number, ${iso(sql`bd.started`)} AS started, ${iso(sql`bd.created`)} AS created, bd.created_by,
      bd.info ->> 'url' AS url FROM builds bd WHERE ${readable(names)} AND ${condition(builds, query.criteria)}`,
    tie: sql`bd.id`,
  });
  return rows.map((row) =>
    Object.fromEntries(
      fields.flatMap((field) => (row[field] == null ? [] : [[`build.${field}`, row[field]]])),
    ),
  );
}

function fieldsOf(include: readonly string[]): string[] {
  const known = Object.keys(buildFields);
  const fields = include.flatMap((given) => {
    const name = given.replace(/^build\./, '');
    if (name === '*') return known;
    if (known.includes(name)) return [name];
    throw badAql(`.include(…) does not support ${shown(given)}. Expected ${known.join(', ')}, or "*".`);
  });
  return fields.length ? [...new Set(fields)] : known;
}
