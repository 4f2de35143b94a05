import { sql } from 'drizzle-orm';
import { type FileRow, selectFiles } from '../../files/files.ts';
import type { VersionKey } from '../../packages/indexing.ts';
import { type ArtifactPath, buildOf, packageName, parsePath, versionFolder } from './layout.ts';

export interface VersionFile {
  path: ArtifactPath;
  file: FileRow;
}

/** So many files of one version the index knows at most: a snapshot's builds may go on for years. */
const mostFiles = 2000;

/** All that lie in its folder and are its own. */
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

/** All files of a release; of a snapshot each kind's newest build. */
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

/** The last that were put, and in any case the one that leads them. */
export function lastOnes(files: readonly VersionFile[], lead: string): FileRow[] {
  const rows = files.map(({ file }) => file);
  if (rows.length <= mostFiles) return rows;
  const time = ({ path, modified }: FileRow) =>
    path === lead ? Number.POSITIVE_INFINITY : modified.getTime();
  return rows.sort((a, b) => time(b) - time(a)).slice(0, mostFiles);
}

const endings: Readonly<Record<string, string>> = {
  'maven-plugin': 'jar',
  bundle: 'jar',
  ejb: 'jar',
  'eclipse-plugin': 'jar',
};

/** What the packaging says, then any main file, then the POM. */
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
