import type { PluginVersion } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { rcompare } from 'semver';
import { db } from '../../database/db.ts';
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

/** What the package.json of a published version says. */
export interface PackageFacts {
  description: string;
  publishedBy: string;
  /** Other plugins that it needs: specifier → range. From its `peerDependencies`. */
  dependencies: Record<string, string>;
}

export async function packageFacts(
  repository: string,
  wanted: readonly { specifier: string; version: string }[],
): Promise<Map<string, PackageFacts>> {
  const keys = wanted.map(({ specifier, version }) => `${specifier}@${version}`);
  const { rows } = await db().execute<{ key: string; manifest: string; publishedBy: string }>(sql`
    SELECT name || '@' || version AS key, full_manifest AS manifest, published_by AS "publishedBy" FROM npm_versions
    WHERE repo = ${repository} AND name || '@' || version = ANY(${sql.param(keys)}::text[])
      AND name = ANY(${sql.param(wanted.map(({ specifier }) => specifier))}::text[])`);
  return new Map(
    rows.map(({ key, manifest, publishedBy }) => [key, { ...factsOf(JSON.parse(manifest)), publishedBy }]),
  );
}

function factsOf(manifest: {
  description?: unknown;
  peerDependencies?: unknown;
}): Omit<PackageFacts, 'publishedBy'> {
  const { description, peerDependencies } = manifest;
  const listed = typeof peerDependencies === 'object' && peerDependencies ? peerDependencies : {};
  return {
    description: typeof description === 'string' ? description : '',
    dependencies: Object.fromEntries(
      Object.entries(listed).filter(([name, range]) => nameOf(name) && typeof range === 'string'),
    ),
  };
}
