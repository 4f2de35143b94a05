import { type SQL, sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import { isUnlimited, type View } from '../packages/sql/readable.ts';

/** A version in one repository. */
export interface StoredVersion extends Record<string, unknown> {
  /** ID of its row. */
  id: string;
  name: string;
  version: string;
  repo: string;
  leadPath: string;
  licenses: string[];
  /** Bytes. */
  size: number;
  created: string;
  deprecated: string | null;
  description: string | null;
  keywords: string[];
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  sha256: string | null;
  sha1: string | null;
  md5: string | null;
}

/** Versions per query. */
const atOnce = 1000;
/** Repositories of a version that are checked, those that are readable as a whole first. */
const maxPlaces = 100;

export interface NamedVersion {
  name: string;
  version: string;
}

/**
 * Returns the readable versions by `keyOf`. For versions in several repositories, prefers the one
 * in `repo`.
 */
export async function storedVersions(
  type: string,
  wanted: readonly NamedVersion[],
  view: View,
  repo = '',
): Promise<Map<string, StoredVersion>> {
  const found = new Map<string, StoredVersion>();
  for (let from = 0; from < wanted.length; from += atOnce) {
    const { rows } = await db().execute<StoredVersion>(
      storedIn(type, wanted.slice(from, from + atOnce), view, repo),
    );
    for (const row of rows) {
      const key = keyOf(row);
      if (!found.has(key) && (await isReadable(view, row.repo, row.leadPath))) found.set(key, row);
    }
  }
  return found;
}

function storedIn(type: string, wanted: readonly NamedVersion[], view: View, repo: string): SQL {
  const partial = sql`${sql.param([...view.partial])}::text[]`;
  return sql`
    SELECT v.id::text, p.name, v.name AS version, v.repo, v.lead_path AS "leadPath", v.licenses, v.size::float8 AS size,
      to_char(v.created AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created, v.deprecated,
      d.description, d.keywords, d.dependencies, d.dev_dependencies AS "devDependencies", b.sha256, b.sha1, b.md5
    FROM unnest(${sql.param(wanted.map(({ name }) => name))}::text[], ${sql.param(wanted.map(({ version }) => version))}::text[])
        AS w (name, version)
      JOIN packages p ON p.type = ${type} AND p.name = w.name COLLATE "C"
      CROSS JOIN LATERAL (
        SELECT *, CASE WHEN v.repo = ${repo} THEN 0 WHEN v.repo = ANY(${partial}) THEN 2 ELSE 1 END AS rank
        FROM versions v WHERE v.package_id = p.id AND v.name = w.version COLLATE "C" AND ${inScope(view)}
        ORDER BY rank, v.repo LIMIT ${maxPlaces}) v
      JOIN version_details d ON d.version_id = v.id
      LEFT JOIN files f ON f.repo = v.repo AND f.path = v.lead_path LEFT JOIN blobs b ON b.sha256 = f.sha256
    ORDER BY v.rank, v.repo`;
}

export const keyOf = ({ name, version }: NamedVersion): string => `${name}\0${version}`;

export function inScope({ scope }: View) {
  return isUnlimited(scope) ? sql`true` : sql`v.repo = ANY(${sql.param([...scope])}::text[])`;
}

export async function isReadable({ partial, mayRead }: View, repo: string, path: string): Promise<boolean> {
  return !partial.has(repo) || mayRead(repo, path);
}
