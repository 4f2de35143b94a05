import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { shown } from '../../errors/shown.ts';
import { fileNameOf } from '../../files/paths.ts';
import { isUnlimited, type View } from '../../packages/sql/readable.ts';
import { isPartial, maySee } from '../files/visibleFiles.ts';
import { badAql } from './AqlReader.ts';
import { buildFieldsIn, buildsOfItems } from './buildsOfItems.ts';
import { condition } from './conditions.ts';
import { items, type ReadableBuilds, type StandsFor } from './domains.ts';
import { itemFields } from './fields.ts';
import { iso } from './iso.ts';
import type { AqlQuery } from './parseAql.ts';
import { readRows } from './readRows.ts';

export const itemColumns = sql`f.id::text AS id, f.repo, f.path, b.size::float8 AS size, ${iso(sql`f.created`)} AS created,
  f.created_by, ${iso(sql`f.modified`)} AS modified, f.modified_by, ${iso(sql`f.modified`)} AS updated, f.sha256,
  b.sha1 AS actual_sha1, b.sha1 AS original_sha1, b.md5 AS actual_md5, b.md5 AS original_md5,
  (length(f.path) - length(replace(f.path, '/', '')) + 1)::integer AS depth,
  f.downloads::float8 AS "stat.downloads", ${iso(sql`f.last_downloaded`)} AS "stat.downloaded"`;

export const usual = [
  'repo',
  'path',
  'name',
  'type',
  'size',
  'created',
  'created_by',
  'modified',
  'modified_by',
  'updated',
];

/** Row of `itemColumns`. */
export interface Row extends Record<string, unknown> {
  id: string;
  repo: string;
  path: string;
}

const fieldNames = Object.keys(itemFields);

/** Finds visible files. */
export async function findItems(
  view: View,
  query: AqlQuery,
  builds: ReadableBuilds,
  standsFor: StandsFor,
): Promise<object[]> {
  const domain = items(builds, standsFor);
  const shape = shapeOf(query.include);
  const rows = await readRows<Row>({
    domain,
    query,
    select: sql`SELECT ${itemColumns} FROM files f JOIN blobs b ON b.sha256 = f.sha256
      WHERE ${inScope(view)} AND ${condition(domain, query.criteria)}`,
    tie: sql`f.id`,
    maySee: isPartial(view) ? (row) => maySee(view, row) : undefined,
  });
  const details = await detailsOf(
    rows.map(({ id }) => id),
    shape,
  );
  const made =
    shape.builds && rows.length
      ? await buildsOfItems(
          rows.map(({ id }) => id),
          shape.builds,
          builds,
        )
      : undefined;
  return rows.map((row) => {
    const found = made?.get(row.id);
    const ofBuilds = found ? { artifacts: [{ modules: [{ builds: found }] }] } : {};
    return { ...itemOf(row, shape), ...details.get(row.id), ...ofBuilds };
  });
}

export function inScope({ scope }: View): SQL {
  return isUnlimited(scope) ? sql`true` : sql`f.repo = ANY(${sql.param(scope)}::text[])`;
}

interface Shape {
  fields: readonly string[];
  stats: boolean;
  /** All, or only these keys; undefined: none. */
  properties: 'all' | readonly string[] | undefined;
  /** Fields of the builds that produced the file; undefined: none. */
  builds: readonly string[] | undefined;
}

function shapeOf(include: readonly string[]): Shape {
  const fields: string[] = [];
  const keys: string[] = [];
  const builds: string[] = [];
  let [stats, all] = [false, false];
  for (const given of include) {
    const name = given.replace(/^item\./, '');
    const ofBuild = buildFieldsIn(name);
    if (ofBuild) builds.push(...ofBuild);
    else if (name === '*')
      fields.push(...usual, ...fieldNames.filter((field) => !field.includes('.')), 'type');
    else if (/^property(?:\.(?:\*|key|value))?$/.test(name)) all = true;
    else if (name.startsWith('@') && name.length > 1) keys.push(name.slice(1));
    else if (/^stat(?:\.\*)?$/.test(name) || name === 'stat.downloads' || name === 'stat.downloaded')
      stats = true;
    else if (name === 'type' || fieldNames.includes(name)) fields.push(name);
    else
      throw badAql(
        `.include(…) does not support ${shown(given)}. Expected fields of an item, "property", "@key", "stat", "artifact.module.build", or "*".`,
      );
  }
  return {
    // Including related data does not change the fields of the item.
    fields: fields.length ? [...new Set(fields)] : usual,
    stats,
    properties: all ? 'all' : keys.length ? keys : undefined,
    builds: builds.length ? [...new Set(builds)] : undefined,
  };
}

export function itemOf(
  row: Row,
  { fields, stats }: Pick<Shape, 'fields' | 'stats'>,
): Record<string, unknown> {
  const cut = row.path.lastIndexOf('/');
  const all: Record<string, unknown> = {
    ...row,
    path: cut < 0 ? '.' : row.path.slice(0, cut),
    name: fileNameOf(row.path),
    type: 'file',
  };
  const downloaded = row['stat.downloaded'];
  return {
    ...Object.fromEntries(fields.map((field) => [field, all[field]])),
    ...(stats
      ? { stats: [{ downloads: row['stat.downloads'], ...(downloaded ? { downloaded } : {}) }] }
      : {}),
  };
}

async function detailsOf(
  ids: readonly string[],
  { properties }: Shape,
): Promise<ReadonlyMap<string, { properties: { key: string; value: string }[] }>> {
  if (!properties || !ids.length) return new Map();
  const wanted = properties === 'all' ? sql`true` : sql`key = ANY(${sql.param(properties)}::text[])`;
  const { rows } = await db().execute<{ id: string; properties: { key: string; value: string }[] }>(sql`
    SELECT file_id::text AS id, jsonb_agg(jsonb_build_object('key', key, 'value', value) ORDER BY key, value) AS properties
    FROM file_properties WHERE file_id = ANY(${sql.param(ids)}::bigint[]) AND ${wanted} GROUP BY file_id`);
  return new Map(rows.map(({ id, properties: found }) => [id, { properties: found }]));
}
