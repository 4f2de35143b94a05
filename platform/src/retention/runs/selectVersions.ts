import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { withLongTimeout } from '../../files/tree/subtree.ts';
import type { Format } from '../../pipeline/Format.ts';
import type { Repository } from '../../repositories/Repository.ts';
import type { CandidateFile, Selected } from './Candidate.ts';
import type { Conditions, Times } from './Conditions.ts';
import { protect } from './protect.ts';

/** Packages and versions per statement; the last package can exceed the versions. */
const atOnce = { packages: 1000, versions: 5000 };

interface Row extends Record<string, unknown>, Times {
  lower: string;
  packageId: string;
  name: string;
  version: string;
  prerelease: boolean;
  path: string;
  files: CandidateFile[];
}

/** Yields the selected versions of a repository, by package. */
export async function* selectVersions(
  repository: Repository,
  format: Format,
  conditions: Conditions,
): AsyncGenerator<Selected[]> {
  let after = { lower: '', packageId: '0' };
  for (;;) {
    const rows = await withLongTimeout(() => readVersions(repository, format, after));
    if (format.filesDeletedWith)
      for (const versions of byPackage(rows)) yield await chosen(repository, format, versions, conditions);
    else yield await chosenOfAll(repository, format, byPackage(rows), conditions);
    const last = rows.at(-1);
    if (!last) return;
    after = last;
  }
}

/** Reads the versions of the next packages, newest first. */
async function readVersions(
  { key: repo }: Repository,
  { type, packagesType = type }: Format,
  after: { lower: string; packageId: string },
): Promise<Row[]> {
  const { rows } = await db().execute<Row>(sql`
    WITH next AS MATERIALIZED (
      SELECT package_id, name, name_lower, versions_count FROM package_listings
      WHERE repo = ${repo} AND type = ${packagesType} AND (name_lower, package_id) > (${after.lower}, ${after.packageId}::bigint)
      ORDER BY name_lower, package_id LIMIT ${atOnce.packages}
    ), slice AS MATERIALIZED (
      SELECT package_id, name, name_lower FROM (
        SELECT next.*, sum(versions_count) OVER (ORDER BY name_lower, package_id) - versions_count AS before FROM next) n
      WHERE before < ${atOnce.versions}
    )
    SELECT s.name_lower AS lower, s.package_id::text AS "packageId", s.name, v.name AS version, v.prerelease, v.lead_path AS path,
      (extract(epoch FROM coalesce(max(f.modified), v.modified)) * 1000)::float8 AS changed,
      (extract(epoch FROM max(f.last_downloaded)) * 1000)::float8 AS downloaded,
      coalesce(jsonb_agg(jsonb_build_object('id', f.id::text, 'path', f.path, 'sha256', f.sha256, 'size', b.size))
        FILTER (WHERE f.id IS NOT NULL), '[]') AS files
    FROM slice s LEFT JOIN versions v ON v.package_id = s.package_id AND v.repo = ${repo}
    LEFT JOIN version_files vf ON vf.version_id = v.id LEFT JOIN files f ON f.id = vf.file_id
    LEFT JOIN blobs b ON b.sha256 = f.sha256
    GROUP BY s.name_lower, s.package_id, s.name, v.id ORDER BY s.name_lower, s.package_id, v.sort_key DESC, v.name DESC`);
  return rows;
}

function byPackage(rows: readonly Row[]): Row[][] {
  const packages = new Map<string, Row[]>();
  for (const row of rows) {
    if (row.version === null) continue;
    const known = packages.get(row.packageId);
    if (known) known.push(row);
    else packages.set(row.packageId, [row]);
  }
  return [...packages.values()];
}

/** Selects among the versions of packages whose versions share no files. */
async function chosenOfAll(
  { key: repo }: Repository,
  format: Format,
  packages: readonly Row[][],
  conditions: Conditions,
): Promise<Selected[]> {
  const old = packages.flatMap((versions) => oldVersions(format, versions, conditions));
  const candidates = old.map((version) => candidateOf(repo, version, version.files));
  return protect(repo, format, candidates, conditions.settings);
}

/**
 * Selects among all versions of a package that can share files; versions that must be kept get a
 * reason.
 */
async function chosen(
  { key: repo }: Repository,
  format: Format,
  versions: readonly Row[],
  conditions: Conditions,
): Promise<Selected[]> {
  const old = oldVersions(format, versions, conditions);
  const first = await goingWith(repo, format, old);
  // Images pulled by digest are in use, too.
  const unused = old.filter(
    (version) => !first.get(version)?.some(({ downloaded }) => conditions.wasUsed(downloaded ?? null)),
  );
  const candidates = unused.map((version) => candidateOf(repo, version, first.get(version)));
  const checked = await protect(repo, format, candidates, conditions.settings);
  const free = unused.filter((_, at) => checked[at]?.reason === undefined);
  if (free.length === old.length) return checked;
  // Kept versions need files that would have been deleted with the others.
  const again = await goingWith(repo, format, free);
  return unused.map((version, at) => {
    const { reason } = checked[at] ?? {};
    const candidate = candidateOf(repo, version, again.get(version) ?? first.get(version));
    return reason === undefined ? candidate : { ...candidate, reason };
  });
}

function oldVersions(format: Format, versions: readonly Row[], conditions: Conditions): Row[] {
  const { select, keepNewest = 0 } = conditions.settings;
  const eligible = versions.filter(
    ({ prerelease, path, files }) =>
      (select !== 'prereleases' || prerelease) &&
      conditions.matchesPaths([path, ...files.map((file) => file.path)]),
  );
  // Tags have no version order: use their date.
  const ordered = format.tags ? eligible.toSorted((one, other) => other.changed - one.changed) : eligible;
  return ordered.slice(keepNewest).filter((version) => conditions.isOld(version));
}

function candidateOf(repo: string, version: Row, files: readonly DeletedFile[] = []): Selected {
  return {
    ...{ repo, packageName: version.name, packageVersion: version.version, path: version.path },
    files: files.map(({ id, path, sha256, size }) => ({ id, path, sha256, size })),
  };
}

interface DeletedFile extends CandidateFile {
  downloaded?: number | null;
}

/** Returns the files deleted with each of these versions, in this order. */
async function goingWith(
  repo: string,
  format: Format,
  versions: readonly Row[],
): Promise<Map<Row, readonly DeletedFile[]>> {
  const [{ name } = { name: '' }] = versions;
  const names = versions.map(({ version }) => version);
  const deleted = (await format.filesDeletedWith?.(repo, name, names)) ?? new Map<string, DeletedFile[]>();
  const rows = await rowsOf(
    repo,
    [...deleted.values()].flat().map(({ path }) => path),
  );
  return new Map(
    versions.map((version) => [
      version,
      (deleted.get(version.version) ?? []).flatMap(({ path }) => rows.get(path) ?? []),
    ]),
  );
}

async function rowsOf(repo: string, paths: readonly string[]): Promise<Map<string, DeletedFile>> {
  const { rows } = await db().execute<DeletedFile & Record<string, unknown>>(sql`
    SELECT f.id::text, f.path, f.sha256, b.size::float8 AS size,
      (extract(epoch FROM f.last_downloaded) * 1000)::float8 AS downloaded
    FROM files f JOIN blobs b ON b.sha256 = f.sha256
    WHERE f.repo = ${repo} AND f.path = ANY(${sql.param([...paths])}::text[])`);
  return new Map(rows.map((row) => [row.path, row]));
}
