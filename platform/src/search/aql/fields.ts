import { type SQL, sql } from 'drizzle-orm';
import { shown } from '../../errors/shown.ts';
import { asciiLower } from '../../globs/asciiLower.ts';
import { partsPattern, pathParts } from '../files/pathParts.ts';
import { badAql } from './AqlReader.ts';
import { likeOf } from './likeOf.ts';

type FieldKind = 'text' | 'number' | 'date';

export interface Field {
  kind: FieldKind;
  column: SQL;
  /** Indexed sort expression, if the column itself has no index. */
  order?: SQL;
  /** Additional condition that an index can answer for a pattern or an exact value. */
  narrow?(pattern: string, exact: boolean): SQL | undefined;
  /** True if the field has no value, which `null` matches. Absent if it always has one. */
  never?: SQL;
  /** Returns the values behind an alias value; undefined for other values. */
  standsFor?(value: string): readonly string[] | undefined;
  /** Indexed column whose value is never before this field. */
  sinceColumn?: SQL;
}

export type Fields = Readonly<Record<string, Field>>;

/** A searchable domain: its fields and rows. */
export interface Domain {
  /** Optional prefix of its own fields: `item`. */
  prefix: string;
  fields: Fields;
  /** Fields of another table, by prefix. Conditions on the same group must match the same row. */
  groups: Readonly<Record<string, Group>>;
  /**
   * Returns the condition for property `@key`; absent in domains without properties. `compared`:
   * the comparison of its value; `$nmatch` negates it.
   */
  property?(key: string, operator: string, compared: SQL | undefined, text: string): SQL;
  /** Whether rows have the field `type`, which has only one value. */
  typed: boolean;
}

export interface Group {
  fields: Fields;
  exists(conditions: SQL): SQL;
}

/** Throws `HttpError` 400 for an unknown field. */
export function fieldOf({ prefix, fields, groups, property, typed }: Domain, given: string): Field {
  const bare = given.startsWith(`${prefix}.`) ? given.slice(prefix.length + 1) : given;
  const field = Object.hasOwn(fields, bare) ? fields[bare] : undefined;
  if (field) return field;
  const known = [...Object.keys(fields), ...(typed ? ['type'] : []), ...(property ? ['"@property"'] : [])];
  const grouped = Object.entries(groups).flatMap(([before, group]) =>
    Object.keys(group.fields).map((name) => before + name),
  );
  throw badAql(`Unknown field ${shown(given)}. Expected one of ${[...known, ...grouped].join(', ')}.`);
}

/** Folder of a file; `.` is the root of the repository. */
const folder = sql`CASE WHEN strpos(f.path, '/') = 0 THEN '.' ELSE regexp_replace(f.path, '/[^/]*$', '') END`;

/** Whether a folder pattern also matches `.`, the root of the repository. */
function mayBeRoot(pattern: string): boolean {
  return /^\**[.?]?\**$/.test(pattern);
}

/** Returns the pattern in lowercase, as in the trigram index of paths. */
function lowered(pattern: string, exact: boolean): string {
  const lower = asciiLower(pattern);
  return exact ? lower.replace(/[\\%_]/g, '\\$&') : likeOf(lower);
}

const modified: Field = { kind: 'date', column: sql`f.modified` };

/** Fields of a file `f` with its blob `b`. */
export const itemFields: Fields = {
  repo: { kind: 'text', column: sql`f.repo` },
  path: {
    kind: 'text',
    column: folder,
    narrow: (pattern, exact) =>
      mayBeRoot(pattern) ? undefined : sql`${pathParts} LIKE ${partsPattern(`${lowered(pattern, exact)}/%`)}`,
  },
  name: {
    kind: 'text',
    column: sql`substring(f.path FROM '[^/]*$')`,
    order: sql`f.name_lower`,
    narrow: (pattern, exact) =>
      exact
        ? sql`f.name_lower = ${asciiLower(pattern)}`
        : sql`${pathParts} LIKE ${partsPattern(`%${lowered(pattern, false)}`)}`,
  },
  depth: {
    kind: 'number',
    column: sql`(length(f.path) - length(replace(f.path, '/', '')) + 1)`,
  },
  size: { kind: 'number', column: sql`b.size` },
  // Files created since then were not modified before.
  created: { kind: 'date', column: sql`f.created`, sinceColumn: sql`f.modified` },
  created_by: { kind: 'text', column: sql`f.created_by` },
  modified,
  updated: modified,
  modified_by: { kind: 'text', column: sql`f.modified_by` },
  sha256: { kind: 'text', column: sql`f.sha256` },
  actual_sha1: { kind: 'text', column: sql`b.sha1` },
  original_sha1: { kind: 'text', column: sql`b.sha1` },
  actual_md5: { kind: 'text', column: sql`b.md5` },
  original_md5: { kind: 'text', column: sql`b.md5` },
  'stat.downloads': { kind: 'number', column: sql`f.downloads`, never: sql`f.downloads = 0` },
  'stat.downloaded': {
    kind: 'date',
    column: sql`f.last_downloaded`,
    never: sql`f.last_downloaded IS NULL`,
  },
};

/** Fields of a path `ap` inside an archive. */
export const entryFields: Fields = {
  name: {
    kind: 'text',
    column: sql`substring(ap.path FROM '[^/]*$')`,
    narrow: (pattern, exact) => sql`lower(ap.path) LIKE ${`%${lowered(pattern, exact)}`}`,
  },
  path: {
    kind: 'text',
    column: sql`CASE WHEN strpos(ap.path, '/') = 0 THEN '' ELSE regexp_replace(ap.path, '/[^/]*$', '') END`,
    // Same notation as for folders of repositories.
    standsFor: (value) => (value === '.' ? ['', '.'] : undefined),
    narrow: (pattern, exact) =>
      /^\**$/.test(pattern) ? undefined : sql`lower(ap.path) LIKE ${`${lowered(pattern, exact)}/%`}`,
  },
};

/** Fields of a build `bd`. */
export const buildFields: Fields = {
  name: { kind: 'text', column: sql`bd.name` },
  number: { kind: 'text', column: sql`bd.number` },
  started: { kind: 'date', column: sql`bd.started` },
  created: { kind: 'date', column: sql`bd.created` },
  created_by: { kind: 'text', column: sql`bd.created_by` },
  url: { kind: 'text', column: sql`coalesce(bd.info ->> 'url', '')` },
};

/** Fields of a property `p` of a file. */
export const propertyFields: Fields = {
  key: { kind: 'text', column: sql`p.key` },
  value: { kind: 'text', column: sql`p.value` },
};

/** Adds a prefix to the names of fields. */
export function under(before: string, fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [before + name, field]));
}
