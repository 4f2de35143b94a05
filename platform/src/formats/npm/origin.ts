import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { type Origin, peopleOf, sourcePage, webPage } from '../../packages/about/Origin.ts';
import type { OriginOf } from '../../packages/about/origins.ts';
import { blobs } from '../../storage/storage.ts';
import { readTarball } from './tarball.ts';

/** Larger tarballs are not read for the origin, in bytes. */
const maxTarballSize = 16 * 1024 * 1024;

/** Reads the origin from the published manifest, or from the package.json in a cached tarball. */
export async function npmOrigin(version: OriginOf): Promise<Origin | undefined> {
  const manifest = (await publishedManifest(version)) ?? (await tarballManifest(version));
  if (!manifest) return undefined;
  const { author, contributors, maintainers, homepage, repository, bugs } = manifest;
  return {
    authors: peopleOf(author, contributors),
    maintainers: peopleOf(maintainers),
    homepage: webPage(homepage),
    source: sourcePage(fieldOf(repository, 'url')),
    issues: webPage(fieldOf(bugs, 'url')),
  };
}

async function publishedManifest({ name, version, file }: OriginOf) {
  const { rows } = await db().execute<{ manifest: string }>(sql`
    SELECT full_manifest AS manifest FROM npm_versions WHERE repo = ${file.repo} AND name = ${name} AND version = ${version}`);
  return rows[0] && (JSON.parse(rows[0].manifest) as Record<string, unknown>);
}

async function tarballManifest({ file }: OriginOf) {
  if (file.size > maxTarballSize) return undefined;
  return (await readTarball(await blobs().open(file.sha256))).manifest;
}

/** A field of an object, or the short form given instead of the object. */
function fieldOf(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return (value as Record<string, unknown>)[field];
}
