import { sql } from 'drizzle-orm';
import { type FileRow, selectFiles } from '../../files/files.ts';
import type { VersionKey } from '../../packages/indexing.ts';
import { type ArtifactPath, buildOf, packageName, parsePath, versionFolder } from './layout.ts';

export interface VersionFile {
  path: ArtifactPath;
  file: FileRow;
}

/**
 * Maximum number of files per version in the index: a snapshot's builds can accumulate for years.
 */
const maxFiles = 2000;

/** All files in the version's folder that belong to the version. */
export async function filesOfVersion({
  repo,
  name,
  version,
}: Omit<VersionKey, 'type'>): Promise<VersionFile[]> {
  const folder = versionFolder(name, version);
  const files = await selectFiles(
    sql`f.repo = ${repo} AND f.path > ${`${folder}/`} AND f.path < ${`${folder}0`}`,
    'files-of-version',
  );
  return files.flatMap((file) => {
    const path = parsePath(file.path);
    return path?.kind === 'artifact' && path.version === version && packageName(path) === name
      ? [{ path, file }]
      : [];
  });
}

/** All files of a release; the newest build of each kind for a snapshot. */
export function newestOfEachKind(files: readonly VersionFile[]): VersionFile[] {
  const newest = new Map<string, VersionFile>();
  for (const each of files) {
    const kind = `${each.path.classifier}:${each.path.extension}`;
    const other = newest.get(kind);
    if (!other || isNewer(each.path, other.path)) newest.set(kind, each);
  }
  return [...newest.values()];
}

function isNewer(path: ArtifactPath, other: ArtifactPath): boolean {
  const [one, two] = [buildOf(path), buildOf(other)];
  if (!one || !two) return one !== undefined;
  return one.timestamp === two.timestamp ? one.number > two.number : one.timestamp > two.timestamp;
}

/** The latest files, always including the lead file. */
export function latestFiles(files: readonly VersionFile[], lead: string): FileRow[] {
  const rows = files.map(({ file }) => file);
  if (rows.length <= maxFiles) return rows;
  const time = ({ path, modified }: FileRow) =>
    path === lead ? Number.POSITIVE_INFINITY : modified.getTime();
  return rows.sort((a, b) => time(b) - time(a)).slice(0, maxFiles);
}

const endings: Readonly<Record<string, string>> = {
  'maven-plugin': 'jar',
  bundle: 'jar',
  ejb: 'jar',
  'eclipse-plugin': 'jar',
};

/** The lead file: the type of the packaging, otherwise any main file, otherwise the POM. */
export function leadOf(files: readonly VersionFile[], packaging = 'jar'): string {
  const known = [endings[packaging] ?? packaging, 'jar', 'war', 'ear', 'aar', 'zip', 'tar.gz'];
  const order = ({ path: { classifier, extension } }: VersionFile) => {
    if (/\.(?:asc|sig|sigstore|sigstore\.json)$/.test(extension)) return 100;
    if (classifier !== '') return 99;
    const at = known.indexOf(extension);
    return at >= 0 ? at : extension === 'pom' ? 98 : 97;
  };
  const [lead] = [...files].sort((a, b) => order(a) - order(b) || (a.file.path < b.file.path ? -1 : 1));
  return lead?.file.path ?? '';
}
