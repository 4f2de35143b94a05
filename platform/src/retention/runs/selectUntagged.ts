import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { Format, UntaggedPackage } from '../../pipeline/Format.ts';
import type { Repository } from '../../repositories/Repository.ts';
import type { CandidateFile, Selected } from './Candidate.ts';
import type { Conditions } from './Conditions.ts';
import { protect } from './protect.ts';

interface Row extends Record<string, unknown>, CandidateFile {
  downloaded: number | null;
}

/** Yields the untagged images of a repository, by package, in the order of their deletion. */
export async function* selectUntagged(
  { key: repo }: Repository,
  format: Format,
  conditions: Conditions,
): AsyncGenerator<Selected[]> {
  if (!format.untagged) return;
  for await (const untagged of format.untagged.find(repo))
    yield await chosen(repo, format, untagged, conditions);
}

/** Each image that must be kept keeps what it requires, so the rest is determined again. */
async function chosen(
  repo: string,
  format: Format,
  untagged: UntaggedPackage,
  conditions: Conditions,
): Promise<Selected[]> {
  const kept = new Set(
    untagged.manifests
      .filter(({ path, changed }) => changed >= conditions.changedBefore || !conditions.matchesPaths([path]))
      .map(({ path }) => path),
  );
  let deleted = untagged.deletedPaths(kept);
  const rows = await rowsOf(repo, [...deleted.values()].flat());
  // Its layers may have been downloaded while it had a tag.
  for (const [path, paths] of deleted)
    if (paths.some((each) => conditions.wasUsed(rows.get(each)?.downloaded ?? null))) kept.add(path);
  const candidates = candidatesOf(repo, untagged.deletedPaths(kept), rows);
  const checked = await protect(repo, format, candidates, conditions.settings);
  const protectedOnes = checked.filter(({ reason }) => reason !== undefined);
  for (const { path } of protectedOnes) kept.add(path);
  deleted = untagged.deletedPaths(kept);
  return [...protectedOnes, ...candidatesOf(repo, deleted, rows)];
}

function candidatesOf(
  repo: string,
  deleted: ReadonlyMap<string, readonly string[]>,
  rows: ReadonlyMap<string, Row>,
): Selected[] {
  return [...deleted].map(([path, paths]) => ({
    repo,
    path,
    files: paths.flatMap((each) => {
      const { id, sha256, size } = rows.get(each) ?? {};
      return id === undefined || sha256 === undefined || size === undefined
        ? []
        : [{ id, path: each, sha256, size }];
    }),
  }));
}

async function rowsOf(repo: string, paths: readonly string[]): Promise<Map<string, Row>> {
  const { rows } = await db().execute<Row>(sql`
    SELECT f.id::text, f.path, f.sha256, b.size::float8 AS size,
      (extract(epoch FROM f.last_downloaded) * 1000)::float8 AS downloaded
    FROM files f JOIN blobs b ON b.sha256 = f.sha256
    WHERE f.repo = ${repo} AND f.path = ANY(${sql.param([...paths])}::text[])`);
  return new Map(rows.map((row) => [row.path, row]));
}
