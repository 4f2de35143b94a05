import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import { markedTarball } from './tarballMark.ts';

/** `short` is the abbreviated form, sufficient for installing. */
export type PackumentForm = 'full' | 'short';

interface PackageRow extends Record<string, unknown> {
  revision: number;
  tags: Record<string, string>;
  created: number;
  modified: number;
}

interface VersionRow extends Record<string, unknown> {
  version: string;
  manifest: string;
  dist: string;
  published: number;
  publishedBy: string;
}

/**
 * A packument as JSON with placeholders for tarball URLs (see `tarballMark.ts`), and its revision.
 */
export interface PackumentText {
  text: Buffer;
  revision: number;
}

/** The packument of a package published in the repository; undefined if it has no versions. */
export async function localPackument(
  repo: string,
  name: string,
  form: PackumentForm,
): Promise<PackumentText | undefined> {
  // The package is read first: a concurrent change makes the revision outdated, so the text is
  // rendered again.
  const [head] = (
    await db().execute<PackageRow>(sql`
      SELECT revision::float8 AS revision, tags, (extract(epoch FROM created) * 1000)::float8 AS created,
        (extract(epoch FROM modified) * 1000)::float8 AS modified
      FROM npm_packages WHERE repo = ${repo} AND name = ${name}`)
  ).rows;
  if (!head) return undefined;
  const column = sql.raw(form === 'full' ? 'full_manifest' : 'short_manifest');
  const { rows } = await db().execute<VersionRow>(sql`
    SELECT version, ${column} AS manifest, dist, published_by AS "publishedBy",
      (extract(epoch FROM published) * 1000)::float8 AS published
    FROM npm_versions WHERE repo = ${repo} AND name = ${name} ORDER BY npm_versions.published, version`);
  if (rows.length === 0) return undefined;
  const versions = rows
    .map((row) => `${JSON.stringify(row.version)}:${completeManifest(name, row)}`)
    .join(',');
  const top = form === 'short' ? shortTop(name, head) : await fullTop(repo, name, head, rows);
  const text = Buffer.from(`${JSON.stringify(top).slice(0, -1)},"versions":{${versions}}}`);
  return { text, revision: head.revision };
}

/**
 * Assembles JSON text: `dist` becomes the last field of the manifest, and the placeholder the first
 * field of `dist`.
 */
export function completeManifest(
  name: string,
  { version, manifest, dist }: Pick<VersionRow, 'version' | 'manifest' | 'dist'>,
): string {
  const tarball = JSON.stringify(markedTarball(name, version));
  return `${manifest.slice(0, -1)},"dist":{"tarball":${tarball},${dist.slice(1)}}`;
}

function shortTop(name: string, { tags, modified }: PackageRow): Record<string, unknown> {
  return { name, 'dist-tags': tags, modified: iso(modified) };
}

/** Package fields copied from the latest version. */
const latestFields = ['description', 'keywords', 'license', 'author', 'homepage', 'repository', 'bugs'];

async function fullTop(
  repo: string,
  name: string,
  { tags, revision, created, modified }: PackageRow,
  rows: readonly VersionRow[],
): Promise<Record<string, unknown>> {
  const latest = rows.find(({ version }) => version === tags.latest) ?? rows.at(-1);
  const manifest = JSON.parse(latest?.manifest ?? '{}') as Record<string, unknown>;
  const { rows: readmes } = await db().execute<{ readme: string | null }>(sql`
    SELECT readme FROM npm_versions
    WHERE repo = ${repo} AND name = ${name} AND version = ${latest?.version ?? ''}`);
  const times = rows.map(({ version, published }) => [version, iso(published)]);
  return {
    _id: name,
    _rev: String(revision),
    name,
    ...Object.fromEntries(latestFields.flatMap((key) => (key in manifest ? [[key, manifest[key]]] : []))),
    maintainers: [{ name: latest?.publishedBy, email: '' }],
    readme: readmes[0]?.readme ?? '',
    'dist-tags': tags,
    time: { created: iso(created), modified: iso(modified), ...Object.fromEntries(times) },
  };
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
