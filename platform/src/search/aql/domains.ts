import { type SQL, sql } from 'drizzle-orm';
import { buildFields, type Domain, entryFields, itemFields, propertyFields, under } from './fields.ts';

/** The builds that the caller can read: all, or by name. */
export type ReadableBuilds = 'all' | readonly string[];

export function readable(builds: ReadableBuilds): SQL {
  return builds === 'all' ? sql`true` : sql`bd.name = ANY(${sql.param(builds)}::text[])`;
}

/**
 * Returns the repositories behind a key without own files, such as a virtual repository; undefined
 * for others.
 */
export type StandsFor = (key: string) => readonly string[] | undefined;

/** Files, by their own fields, content, and builds. */
export function items(builds: ReadableBuilds, standsFor: StandsFor): Domain {
  const repo = { kind: 'text', column: sql`f.repo`, standsFor } as const;
  const ofBuild = (made: boolean) => ({
    fields: buildFields,
    exists: (conditions: SQL) => sql`EXISTS (SELECT FROM build_files bf JOIN builds bd ON bd.id = bf.build_id
      WHERE bf.made = ${made} AND (bf.sha256 = f.sha256 OR (bf.sha256 IS NULL AND bf.sha1 = b.sha1))
      AND ${readable(builds)} AND ${conditions})`,
  });
  return {
    prefix: 'item',
    fields: { ...itemFields, repo },
    typed: true,
    property: ofFile,
    groups: {
      'archive.entry.': {
        fields: entryFields,
        exists: (conditions) => sql`f.sha256 IN (SELECT a.sha256 FROM archive_paths ap
          JOIN archive_entries e ON e.path_id = ap.id JOIN archives a ON a.id = e.archive_id WHERE ${conditions})`,
      },
      'artifact.module.build.': ofBuild(true),
      'dependency.module.build.': ofBuild(false),
      'property.': {
        fields: propertyFields,
        exists: (conditions) =>
          sql`EXISTS (SELECT FROM file_properties p WHERE p.file_id = f.id AND ${conditions})`,
      },
    },
  };
}

/** Builds. */
export const builds: Domain = {
  prefix: 'build',
  fields: buildFields,
  typed: false,
  property: (key, operator, value, text) => {
    const own = sql`(bd.info -> 'properties' ->> ${key})`;
    if (operator === '$eq') return sql`coalesce(${own} = ${text}, false)`;
    if (operator === '$ne') return sql`${own} IS DISTINCT FROM ${text}`;
    const holds = sql`coalesce(${own} ${value}, false)`;
    return operator === '$nmatch' ? sql`NOT ${holds}` : holds;
  },
  groups: {
    'module.': {
      fields: { name: { kind: 'text', column: sql`coalesce(m.module ->> 'id', '')` } },
      exists: (conditions) => sql`EXISTS (SELECT FROM jsonb_array_elements(
        CASE jsonb_typeof(bd.info -> 'modules') WHEN 'array' THEN bd.info -> 'modules' ELSE '[]' END) AS m (module)
        WHERE ${conditions})`,
    },
  },
};

/** Paths inside archives, with their archives. */
export const entries: Domain = {
  prefix: 'entry',
  fields: { ...entryFields, ...under('archive.item.', itemFields), ...under('item.', itemFields) },
  typed: false,
  groups: {},
};

/** Properties of files. */
export const properties: Domain = {
  prefix: 'property',
  fields: { ...propertyFields, ...under('item.', itemFields) },
  typed: false,
  groups: {},
};

/** Wildcard for any property key or value. */
const any = '*';

function ofFile(key: string, operator: string, value: SQL | undefined, text: string): SQL {
  const named = key === any ? sql`true` : sql`p.key = ${key}`;
  const ofKey = sql`FROM file_properties p WHERE p.file_id = f.id AND ${named}`;
  // The index contains only the beginning of long values.
  const start = [...text].slice(0, 200).join('');
  const isText = text === any ? sql`true` : sql`left(p.value, 200) = ${start} AND p.value = ${text}`;
  const equal = sql`EXISTS (SELECT ${ofKey} AND ${isText})`;
  if (operator === '$eq') return equal;
  if (operator === '$ne') return sql`NOT ${equal}`;
  if (operator === '$nmatch') return sql`NOT EXISTS (SELECT ${ofKey} AND p.value ${value})`;
  return sql`EXISTS (SELECT ${ofKey} AND p.value ${value})`;
}
