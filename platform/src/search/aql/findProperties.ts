import { sql } from 'drizzle-orm';
import { shown } from '../../errors/shown.ts';
import type { View } from '../../packages/sql/readable.ts';
import { isPartial, maySee } from '../files/visibleFiles.ts';
import { badAql } from './AqlReader.ts';
import { condition } from './conditions.ts';
import { properties } from './domains.ts';
import { type Domain, propertyFields } from './fields.ts';
import { inScope } from './findItems.ts';
import type { AqlQuery } from './parseAql.ts';
import { readRows } from './readRows.ts';

interface Row extends Record<string, unknown> {
  key: string;
  value: string;
  repo: string;
  path: string;
}

/** Sortable by returned fields only: results are unique and belong to no single file. */
const sorted: Domain = { ...properties, fields: propertyFields };

/** Finds the unique keys and values of properties of visible files. */
export async function findProperties(view: View, query: AqlQuery): Promise<object[]> {
  const fields = fieldsOf(query.include);
  const partial = isPartial(view);
  const from = sql`FROM file_properties p JOIN files f ON f.id = p.file_id JOIN blobs b ON b.sha256 = f.sha256
    WHERE ${inScope(view)} AND ${condition(properties, query.criteria)}`;
  const rows = await readRows<Row>({
    domain: sorted,
    query,
    select: partial
      ? sql`SELECT p.key, p.value, f.repo, f.path ${from}`
      : sql`SELECT p.key, p.value FROM (SELECT DISTINCT p.key, p.value ${from}) p`,
    tie: partial ? sql`(p.key, p.value, f.id)` : sql`(p.key, p.value)`,
    ...(partial
      ? {
          maySee: (row: Row) => maySee(view, row),
          sameAs: ({ key, value }: Row) => `${key}\0${value}`,
        }
      : {}),
  });
  return rows.map((row) => Object.fromEntries(fields.map((field) => [`property.${field}`, row[field]])));
}

function fieldsOf(include: readonly string[]): ('key' | 'value')[] {
  const fields = include.flatMap((given): ('key' | 'value')[] => {
    const name = given.replace(/^property\./, '');
    if (name === '*') return ['key', 'value'];
    if (name === 'key' || name === 'value') return [name];
    throw badAql(`.include(…) does not support ${shown(given)}. Expected key, value, or "*".`);
  });
  return fields.length ? [...new Set(fields)] : ['key', 'value'];
}
