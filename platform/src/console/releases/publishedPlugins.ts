import type { PluginVersion } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { rcompare } from 'semver';
import { db } from '../../database/db.ts';
import { tarballPath } from '../../formats/npm/names.ts';
import type { CheckedBuild } from '../attestations/Build.ts';
import type { BuildVerifier } from '../attestations/BuildVerifier.ts';
import { nameOf } from '../map/pluginName.ts';

/** Up to this many versions of a plugin are listed. */
const LISTED = 50;

/** All published plugins of these repositories: specifier → versions, newest first. */
export async function publishedPlugins(
  repositories: readonly string[],
): Promise<Map<string, PluginVersion[]>> {
  const { rows } = await db().execute<PluginVersion & { specifier: string }>(sql`
    SELECT name AS specifier, version, repo AS repository, published_by AS "publishedBy",
      to_char(published at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS published
    FROM npm_versions
    WHERE repo = ANY(${sql.param([...repositories])}::text[]) AND (name LIKE 'lading-plugin-%' OR name LIKE '@%/%plugin-%')
    ORDER BY name`);
  const found = new Map<string, PluginVersion[]>();
  for (const { specifier, version, repository, published, publishedBy } of rows) {
    if (nameOf(specifier) === undefined) continue;
    const versions = found.get(specifier) ?? [];
    versions.push({ version, repository, published, publishedBy });
    found.set(specifier, versions);
  }
  for (const [specifier, versions] of found)
    found.set(specifier, versions.sort((a, b) => rcompare(a.version, b.version)).slice(0, LISTED));
  return found;
}

export async function isPublished(repository: string, specifier: string, version: string): Promise<boolean> {
  const { rows } = await db().execute(sql`
    SELECT 1 FROM npm_versions WHERE repo = ${repository} AND name = ${specifier} AND version = ${version}`);
  return rows.length > 0;
}

/** Fields of the package.json of a published version. */
export interface PackageFacts {
  description: string;
  publishedBy: string;
  /** Other plugins that it needs: specifier → range. From its `peerDependencies`. */
  dependencies: Record<string, string>;
  /** The build that made it; absent without provenance. */
  build?: CheckedBuild;
}

interface FactsRow extends Record<string, unknown> {
  specifier: string;
  version: string;
  manifest: string;
  publishedBy: string;
  provenance: string | null;
  sha512: string | null;
}

/**
 * With `builds`, provenance is compared with the stored tarball, not with what its publisher said
 * about it. Without, it is not read.
 */
export async function packageFacts(
  repository: string,
  wanted: readonly { specifier: string; version: string }[],
  builds?: BuildVerifier,
): Promise<Map<string, PackageFacts>> {
  const versions = wanted.map(({ specifier, version }) => ({
    ...{ name: specifier, version, path: tarballPath(specifier, version) },
  }));
  const { rows } = await db().execute<FactsRow>(sql`
    SELECT v.name AS specifier, v.version, v.full_manifest AS manifest, v.published_by AS "publishedBy",
      CASE WHEN ${builds !== undefined} THEN v.provenance END AS provenance,
      CASE WHEN v.provenance IS NOT NULL THEN (
        SELECT b.sha512 FROM files f JOIN blobs b ON b.sha256 = f.sha256 WHERE f.repo = v.repo AND f.path = w.path
      ) END AS sha512
    FROM json_to_recordset(${JSON.stringify(versions)}::json) AS w (name text, version text, path text)
    JOIN npm_versions v ON v.repo = ${repository} AND v.name = w.name AND v.version = w.version`);
  const facts = rows.map(async (row) => {
    const { specifier, version, manifest, publishedBy, provenance: bundle, sha512 } = row;
    const build = bundle && (await builds?.check({ name: specifier, version }, { bundle, sha512 }));
    const own = { ...factsOf(JSON.parse(manifest)), publishedBy, ...(build ? { build } : {}) };
    return [`${specifier}@${version}`, own] as const;
  });
  return new Map(await Promise.all(facts));
}

function factsOf(manifest: {
  description?: unknown;
  peerDependencies?: unknown;
}): Omit<PackageFacts, 'publishedBy' | 'build'> {
  const { description, peerDependencies } = manifest;
  const listed = typeof peerDependencies === 'object' && peerDependencies ? peerDependencies : {};
  return {
    description: typeof description === 'string' ? description : '',
    dependencies: Object.fromEntries(
      Object.entries(listed).filter(([name, range]) => nameOf(name) && typeof range === 'string'),
    ),
  };
}
