import { type SQL, sql } from 'drizzle-orm';
import { shown } from '../../errors/shown.ts';
import { asciiLower } from '../files/likeAscii.ts';
import { partsPattern, pathParts } from '../files/pathParts.ts';
import { badAql } from './AqlReader.ts';
import { likeOf } from './likeOf.ts';

type FieldKind = 'text' | 'number' | 'date';

export interface Field {
  kind: FieldKind;
  column: SQL;
  /** What it is sorted by, where an index has that and not the column. */
  order?: SQL;
  /** What an index can tell of a pattern, or of a whole value, beside the condition itself. */
  narrow?(pattern: string, exact: boolean): SQL | undefined;
  /** Holds where the field has no value, which `null` asks for; absent where it always has one. */
  never?: SQL;
  /** The values that a given one stands for, where it is none itself. */
  standsFor?(value: string): readonly string[] | undefined;
  /** What is never before this field, and has an index. */
  sinceColumn?: SQL;
}

export type Fields = Readonly<Record<string, Field>>;

/** What is searched: what its conditions may name, and of which rows they speak. */
export interface Domain {
  /** Stands before its own fields, where somebody writes it: `item`. */
  prefix: string;
  fields: Fields;
  /** Fields of rows of another table, by what stands before them: those that are named together hold of one row. */
  groups: Readonly<Record<string, Group>>;
  /**
   * The condition for a property of that name, `@key`; absent where there are none. `compared`: its value by the operator, `$nmatch`
   * being the contrary of that.
   */
  property?(key: string, operator: string, compared: SQL | undefined, text: string): SQL;
  /** Whether its rows have the field `type`, of which there is one kind. */
  typed: boolean;
}

export interface Group {
  fields: Fields;
  exists(conditions: SQL): SQL;
}

/** Throws `HttpError` 400 for a field that is not there. */
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

/** The folder that a file lies in, `.` being the repository itself. */
const folder = sql`CASE WHEN strpos(f.path, '/') = 0 THEN '.' ELSE regexp_replace(f.path, '/[^/]*$', '') END`;

/** Whether the pattern of a folder also fits `.`, the repository itself. */
function mayBeRoot(pattern: string): boolean {
  return /^\**[.?]?\**$/.test(pattern);
}

/** As the trigrams of paths have it. */
function lowered(pattern: string, exact: boolean): string {
  const lower = asciiLower(pattern);
  return exact ? lower.replace(/[\\%_]/g, '\\$&') : likeOf(lower);
}

const modified: Field = { kind: 'date', column: sql`f.modified` };

/** Of a file `f` with its bytes `b`. */
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
  // What was created since then was not changed before it.
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

/** Of a path `ap` inside an archive. */
export const entryFields: Fields = {
  name: {
    kind: 'text',
    column: sql`substring(ap.path FROM '[^/]*$')`,
    narrow: (pattern, exact) => sql`lower(ap.path) LIKE ${`%${lowered(pattern, exact)}`}`,
  },
  path: {
    kind: 'text',
    column: sql`CASE WHEN strpos(ap.path, '/') = 0 THEN '' ELSE regexp_replace(ap.path, '/[^/]*$', '') END`,
    // As the folder of a repository's own files is written.
    standsFor: (value) => (value === '.' ? ['', '.'] : undefined),
    narrow: (pattern, exact) =>
      /^\**$/.test(pattern) ? undefined : sql`lower(ap.path) LIKE ${`${lowered(pattern, exact)}/%`}`,
  },
};

/** Of a build `bd`. */
export const buildFields: Fields = {
  name: { kind: 'text', column: sql`bd.name` },
  number: { kind: 'text', column: sql`bd.number` },
  started: { kind: 'date', column: sql`bd.started` },
  created: { kind: 'date', column: sql`bd.created` },
  created_by: { kind: 'text', column: sql`bd.created_by` },
  url: { kind: 'text', column: sql`coalesce(bd.info ->> 'url', '')` },
};

/** Of a property `p` of a file. */
export const propertyFields: Fields = {
  key: { kind: 'text', column: sql`p.key` },
  value: { kind: 'text', column: sql`p.value` },
};

/** The same fields under names that begin so. */
export function under(before: string, fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [before + name, field]));
}
