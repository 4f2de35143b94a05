import { sql } from 'drizzle-orm';
import { prepared } from '../../../database/db.ts';
import { selectFiles } from '../../../files/files.ts';
import { buildOf, isSnapshot, parsePath } from '../layout.ts';
import { emptyMetadata, type Metadata, type SnapshotVersion } from './document.ts';
import { pluginsOf } from './plugins.ts';

/**
 * Generates the metadata of a folder (a path with slashes) from the repository's own files;
 * undefined if it would be empty.
 */
export async function localMetadata(repo: string, folder: string): Promise<Metadata | undefined> {
  const parts = folder.split('/');
  const last = parts.at(-1) ?? '';
  if (isSnapshot(last)) return snapshotMetadata(repo, folder, last);
  const [group, artifact] = [parts.slice(0, -1).join('.'), last];
  const [versions, plugins] = await Promise.all([
    group === '' ? [] : versionsOf(repo, `${group}:${artifact}`),
    pluginsOf(repo, parts.join('.')),
  ]);
  if (!versions.length && !plugins.length) return undefined;
  return {
    ...emptyMetadata,
    ...(versions.length ? { group, artifact, versions: versions.map(({ name }) => name) } : {}),
    plugins,
    lastUpdated: versions.length
      ? stamp(new Date(Math.max(...versions.map(({ modified }) => modified))))
      : '',
  };
}

async function versionsOf(repo: string, name: string): Promise<{ name: string; modified: number }[]> {
  return prepared<{ name: string; modified: number }>(
    'maven-versions',
    sql`
    SELECT v.name, (extract(epoch FROM v.modified) * 1000)::float8 AS modified
    FROM packages p
    CROSS JOIN LATERAL (SELECT o.name, o.modified FROM versions o WHERE o.package_id = p.id AND o.repo = ${repo} OFFSET 0) v
    WHERE p.type = 'maven' AND p.name = ${name}`,
  );
}

async function snapshotMetadata(
  repo: string,
  folder: string,
  version: string,
): Promise<Metadata | undefined> {
  const files = await selectFiles(
    sql`f.repo = ${repo} AND f.path > ${`${folder}/`} AND f.path < ${`${folder}0`}`,
  );
  const newest = new Map<string, SnapshotVersion & { build: ReturnType<typeof buildOf> }>();
  let found: { group: string; artifact: string } | undefined;
  let lastUpdated = '';
  for (const { path, modified } of files) {
    const parsed = parsePath(path);
    if (parsed?.kind !== 'artifact' || parsed.version !== version) continue;
    const { group, artifact, classifier, extension, fileVersion: value } = parsed;
    found ??= { group, artifact };
    const build = buildOf(parsed);
    const updated = build ? build.timestamp.replace('.', '') : stamp(modified);
    const kind = `${classifier}:${extension}`;
    const other = newest.get(kind);
    if (!other || isLater({ build, updated }, other))
      newest.set(kind, { classifier, extension, value, updated, build });
    if (stamp(modified) > lastUpdated) lastUpdated = stamp(modified);
  }
  if (!found) return undefined;
  const kinds = [...newest.values()];
  const [top] = kinds
    .flatMap(({ build }) => (build ? [build] : []))
    .sort((a, b) => (isLater({ build: a }, { build: b }) ? -1 : 1));
  return {
    ...emptyMetadata,
    ...found,
    ...{ version, lastUpdated },
    ...(top ? { snapshot: top } : {}),
    snapshotVersions: kinds
      .map(({ build: _, ...each }) => each)
      .sort((a, b) => (a.classifier + a.extension < b.classifier + b.extension ? -1 : 1)),
  };
}

interface Built {
  build: ReturnType<typeof buildOf>;
  updated?: string;
}

/** A build with a number is newer than one without. */
function isLater(one: Built, other: Built): boolean {
  if (!one.build || !other.build)
    return (
      one.build !== undefined || (other.build === undefined && (one.updated ?? '') > (other.updated ?? ''))
    );
  const [a, b] = [one.build, other.build];
  return a.timestamp === b.timestamp ? a.number > b.number : a.timestamp > b.timestamp;
}

/** `20240131120000`, in UTC. */
function stamp(time: Date): string {
  return time.toISOString().replace(/\D/g, '').slice(0, 14);
}
