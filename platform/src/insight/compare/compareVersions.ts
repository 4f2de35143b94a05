import type {
  ComparedVersion,
  DependencyChange,
  FileChanges,
  VersionComparison,
  VulnerabilityChange,
} from '@lading/contract/rest';
import { currentPlatform } from '../../database/db.ts';
import type { PackageKey } from '../../packages/list/packageId.ts';
import type { View } from '../../packages/sql/readable.ts';
import { typeOfPackages } from '../../repositories/PackageType.ts';
import type { Contents } from '../contents/ContentsReader.ts';
import { requireVersion } from '../requireVersion.ts';
import type { StoredVersion } from '../storedVersions.ts';
import { type Knowledge, knowledgeOf } from './knowledge.ts';
import { compareFiles } from './pairFiles.ts';
import { archivesOf, readableFiles, type Side } from './versionFiles.ts';

/** The version and those of its files that the caller can read. Throws `HttpError` 404. */
export async function sideOf(of: PackageKey, version: string, view: View): Promise<StoredVersion & Side> {
  const stored = await requireVersion(of, version, view);
  return { ...stored, ...(await readableFiles(stored, view)) };
}

/**
 * Compares two versions that the caller can read. Layers of images are files, compared by digest,
 * not archives. Throws `HttpError` 404.
 */
export async function compareVersions(
  of: PackageKey,
  versions: { from: string; to: string },
  view: View,
): Promise<VersionComparison> {
  const [from, to] = await Promise.all([sideOf(of, versions.from, view), sideOf(of, versions.to, view)]);
  const [before, now] = await Promise.all([knowledgeOf(of, from.version), knowledgeOf(of, to.version)]);
  const dependencies = [
    ...changesOf(from.dependencies, to.dependencies, false),
    ...changesOf(from.devDependencies, to.devDependencies, true),
  ];
  const declared = (side: StoredVersion) =>
    Object.keys(side.dependencies).length + Object.keys(side.devDependencies).length;
  const changedOrAdded = dependencies.filter(({ change }) => change !== 'removed').length;
  return {
    from: shown(from, before),
    to: shown(to, now),
    dependenciesKnown: typeOfPackages(of.type)?.resolve !== undefined,
    dependencies,
    unchangedDependencies: declared(to) - changedOrAdded,
    vulnerabilities: vulnerabilitiesOf(before, now),
    files: filesOf(from, to, versions),
    ...(typeOfPackages(of.type)?.tags
      ? { contents: null, contentsOf: null, contentsFault: null }
      : await contentsOf(from, to, versions)),
  };
}

function shown(stored: StoredVersion, { scan }: Knowledge): ComparedVersion {
  const { version, repo, leadPath, created, size, licenses, keywords, description, deprecated } = stored;
  return {
    ...{ version, repo, leadFile: leadPath, created, size, licenses, keywords, description, deprecated },
    scan,
  };
}

type Ranges = Readonly<Record<string, string>>;

function changesOf(from: Ranges, to: Ranges, development: boolean): DependencyChange[] {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort();
  return names.flatMap((name) => {
    const [before, now] = [from[name] ?? null, to[name] ?? null];
    if (before === now) return [];
    const change = before === null ? 'added' : now === null ? 'removed' : 'changed';
    return [{ name, development, change, from: before, to: now }];
  });
}

/**
 * Null unless they are known for both: one that is only known for one version is neither introduced
 * nor fixed.
 */
function vulnerabilitiesOf(from: Knowledge, to: Knowledge): VulnerabilityChange[] | null {
  if (from.scan !== 'known' || to.scan !== 'known') return null;
  const before = new Set(from.issues.map(({ id }) => id));
  const now = new Set(to.issues.map(({ id }) => id));
  const changed = (issues: Knowledge['issues'], changeOf: (id: string) => VulnerabilityChange['change']) =>
    issues.map(({ id, title, severity, url }) => ({ id, title, severity, url, change: changeOf(id) }));
  return [
    ...changed(to.issues, (id) => (before.has(id) ? 'remaining' : 'introduced')),
    ...changed(
      from.issues.filter(({ id }) => !now.has(id)),
      () => 'fixed',
    ),
  ];
}

function filesOf(from: Side, to: Side, versions: { from: string; to: string }): FileChanges {
  const compared = compareFiles(from.files, to.files, versions);
  return from.truncated || to.truncated ? { ...compared, truncated: true } : compared;
}

async function contentsOf(
  from: Side,
  to: Side,
  versions: { from: string; to: string },
): Promise<Pick<VersionComparison, 'contents' | 'contentsOf' | 'contentsFault'>> {
  const archives = archivesOf(from, to);
  if (!archives) return { contents: null, contentsOf: null, contentsFault: 'the versions have no file' };
  const compared = { contentsOf: { from: archives.from.path, to: archives.to.path } };
  const { contents } = currentPlatform().insight;
  const [before, now] = await Promise.all([contents.list(archives.from), contents.list(archives.to)]);
  for (const [{ path }, read] of [
    [archives.from, before],
    [archives.to, now],
  ] as const) {
    const fault = read.fault ?? withoutHashes(read);
    if (fault !== undefined) return { ...compared, contents: null, contentsFault: `${path}: ${fault}` };
  }
  return { ...compared, contents: compareFiles(before.files, now.files, versions), contentsFault: null };
}

/** Why files cannot be compared; undefined if all were read. */
function withoutHashes({ files }: Contents): string | undefined {
  for (const { sha256 } of files.values())
    if (sha256 === undefined) return 'its files are larger than 2 GiB together, so they are only listed';
  return undefined;
}
