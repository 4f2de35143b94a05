import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { keyOf, type MergedChild, visibleIn } from './children.ts';
import type { Reach, Within } from './reach.ts';

/**
 * Details of a file, or the sum of those that the caller can see in a folder: the sum of sizes and
 * downloads, the first creation, and the last change. A file of several members of a virtual
 * repository counts once for each.
 */
export interface ChildDetails {
  size: number;
  /** Milliseconds since 1970, as `modified`. */
  created: number;
  modified: number;
  downloads: number;
  /** Of a file. */
  mimeType?: string;
}

/** Files of a folder that are summed up for a list. The details of larger folders are unknown. */
const maxSummed = 1000;

interface Row extends Record<string, unknown> {
  name: string;
  size: number;
  created: number;
  modified: number;
  downloads: number;
}

/** Returns the details of files by their keys, and those of folders if requested. */
export async function childDetails(
  repositories: readonly Within[],
  folder: string,
  children: readonly MergedChild[],
  folders: boolean,
): Promise<Map<string, ChildDetails>> {
  const found = await detailsOfFiles(folder, children);
  const names = folders ? children.flatMap((child) => (child.folder ? [child.name] : [])) : [];
  if (names.length === 0) return found;
  const incomplete = new Set<string>();
  for (const { repository, reach } of repositories) {
    if (!isQuick(reach)) return found;
    for (const row of await sumsIn(repository.key, reach, folder, names)) {
      const key = keyOf({ name: row.name, folder: true });
      if (row.files > maxSummed) incomplete.add(key);
      const known = found.get(key);
      if (row.files > 0) found.set(key, known ? merged(known, detailsOf(row)) : detailsOf(row));
    }
  }
  for (const key of incomplete) found.delete(key);
  return found;
}

async function detailsOfFiles(
  folder: string,
  children: readonly MergedChild[],
): Promise<Map<string, ChildDetails>> {
  const files = children.filter((child) => !child.folder);
  if (files.length === 0) return new Map();
  const prefix = folder === '' ? '' : `${folder}/`;
  const repos = sql.param(files.map(({ members }) => members[0] ?? ''));
  const paths = sql.param(files.map(({ name }) => prefix + name));
  const { rows } = await db().execute<Row & { mime_type: string }>(sql`
    SELECT f.path AS name, b.size::float8 AS size, f.downloads::float8 AS downloads, f.mime_type,
      (extract(epoch FROM f.created) * 1000)::float8 AS created,
      (extract(epoch FROM f.modified) * 1000)::float8 AS modified
    FROM unnest(${repos}::text[], ${paths}::text[]) c(repo, path)
    JOIN files f ON f.repo = c.repo AND f.path = c.path JOIN blobs b ON b.sha256 = f.sha256`);
  return new Map(
    rows.map((row) => [row.name.slice(prefix.length), { ...detailsOf(row), mimeType: row.mime_type }]),
  );
}

/**
 * Whether the visible files of a folder are found without reading many others, to which patterns
 * with a wildcard at their start and exclusions would lead.
 */
function isQuick(reach: Reach): boolean {
  if (reach === 'all') return true;
  return reach.every(
    ({ include, exclude }) =>
      exclude.length === 0 && include.every((pattern) => !/[*?]/.test(pattern.replace(/\/?\*\*$/, ''))),
  );
}

async function sumsIn(
  repo: string,
  reach: Reach,
  folder: string,
  names: readonly string[],
): Promise<(Row & { files: number })[]> {
  const prefix = folder === '' ? '' : `${folder}/`;
  const { rows } = await db().execute<Row & { files: number }>(sql`
    SELECT n.name, t.* FROM unnest(${sql.param(names)}::text[]) n(name) CROSS JOIN LATERAL (
      SELECT count(*)::integer AS files, sum(b.size)::float8 AS size, sum(f.downloads)::float8 AS downloads,
        (extract(epoch FROM min(f.created)) * 1000)::float8 AS created,
        (extract(epoch FROM max(f.modified)) * 1000)::float8 AS modified
      FROM (SELECT f.sha256, f.created, f.modified, f.downloads FROM files f
        WHERE ${visibleIn(repo, reach, folder)}
          AND f.path > ${prefix}::text || n.name || '/' AND f.path < ${prefix}::text || n.name || '0'
        LIMIT ${maxSummed + 1}) f
      JOIN blobs b ON b.sha256 = f.sha256
    ) t`);
  return rows;
}

function detailsOf({ size, created, modified, downloads }: Row): ChildDetails {
  return { size, created, modified, downloads };
}

function merged(one: ChildDetails, other: ChildDetails): ChildDetails {
  return {
    size: one.size + other.size,
    created: Math.min(one.created, other.created),
    modified: Math.max(one.modified, other.modified),
    downloads: one.downloads + other.downloads,
  };
}
