import { HttpError } from '../../errors/HttpError.ts';

/** A file of an artifact. */
export interface ArtifactPath {
  kind: 'artifact';
  group: string;
  artifact: string;
  /** The version that builds request: `1.0`, `1.0-SNAPSHOT`. */
  version: string;
  /** The version in the file name; `1.0-20240131.120000-1` for a build of a snapshot. */
  fileVersion: string;
  /** `sources`; empty for the main artifact. */
  classifier: string;
  /** `jar`, `tar.gz`, or with the extension of a signature: `jar.asc`. */
  extension: string;
}

export type MavenPath =
  | ArtifactPath
  /** `folder` uses slashes; it is the folder of a group, an artifact, or a snapshot. */
  | { kind: 'metadata'; folder: string }
  | { kind: 'checksum'; of: string; algorithm: ChecksumAlgorithm };

export type ChecksumAlgorithm = 'md5' | 'sha1' | 'sha256' | 'sha512';

export const metadataFile = 'maven-metadata.xml';
const checksum = /^(.+)\.(md5|sha1|sha256|sha512)$/;
const identifier = /^[A-Za-z0-9_.-]+$/;
const versionText = /^[^\\/:"<>|?*[\](){},\s]+$/;
/** Classifiers and extensions can contain dots: `-scala2.13.jar`, `.tar.gz.asc`. */
const usualEnding = /^(?:-([^/]+?))?\.((?:tar\.)?[A-Za-z0-9]+(?:\.(?:asc|sig|sigstore|sigstore\.json))?)$/;
const anyEnding = /^(?:-([^/.]+))?\.([^/]+)$/;
const timestamp = /^(\d{8}\.\d{6})-(\d{1,9})(?=$|[-.])/;

/** Parses a path in a Maven repository; undefined if it is not in the Maven layout. */
export function parsePath(path: string): MavenPath | undefined {
  const [, of, algorithm] = checksum.exec(path) ?? [];
  if (of !== undefined) {
    return parsePath(of)?.kind === 'checksum' || !parsePath(of)
      ? undefined
      : { kind: 'checksum', of, algorithm: algorithm as ChecksumAlgorithm };
  }
  const segments = path.split('/');
  const file = segments.pop() ?? '';
  if (file === metadataFile) {
    return segments.length > 0 && segments.every((segment) => versionText.test(segment))
      ? { kind: 'metadata', folder: segments.join('/') }
      : undefined;
  }
  return parseArtifact(segments, file);
}

function parseArtifact(folders: readonly string[], file: string): ArtifactPath | undefined {
  if (folders.length < 3) return undefined;
  const [version = '', artifact = '', ...reversed] = [...folders].reverse();
  const group = reversed.reverse();
  if (!versionText.test(version) || ![artifact, ...group].every((part) => identifier.test(part)))
    return undefined;
  const called = [artifact, oldSbtName(artifact)].find((name) => name && file.startsWith(`${name}-`));
  if (called === undefined) return undefined;
  const rest = file.slice(called.length + 1);
  const fileVersion = versionIn(rest, version);
  if (fileVersion === undefined) return undefined;
  const ending = rest.slice(fileVersion.length);
  const [, classifier = '', extension = ''] = usualEnding.exec(ending) ?? anyEnding.exec(ending) ?? [];
  if (extension === '' || extension.startsWith('.')) return undefined;
  return { kind: 'artifact', group: group.join('.'), artifact, version, fileVersion, classifier, extension };
}

/**
 * The file name prefix of an sbt plugin in the old naming style, which is still published next to
 * the new one: the plugin's own name, although its folder includes the versions of Scala and sbt,
 * `sbt-a_2.12_1.0`. Undefined for all other artifacts.
 */
export function oldSbtName(artifact: string): string | undefined {
  return /^(.+)_\d[A-Za-z0-9.-]*_\d[A-Za-z0-9.-]*$/.exec(artifact)?.[1];
}

/** The version that the file name starts with: the folder's, or a snapshot's with its timestamp. */
function versionIn(rest: string, version: string): string | undefined {
  if (rest.startsWith(version) && /^[-.]/.test(rest.slice(version.length))) return version;
  if (!isSnapshot(version)) return undefined;
  const base = version.slice(0, -'SNAPSHOT'.length);
  const [stamp] = rest.startsWith(base) ? (timestamp.exec(rest.slice(base.length)) ?? []) : [];
  return stamp === undefined ? undefined : base + stamp;
}

export function isSnapshot(version: string): boolean {
  return /(?:^|-)SNAPSHOT$/.test(version);
}

/** Whether a file belongs to a snapshot; undefined for files of several versions. */
export function isSnapshotPath(path: string): boolean | undefined {
  const parsed = parsePath(path);
  if (parsed?.kind === 'checksum') return isSnapshotPath(parsed.of);
  if (parsed?.kind === 'artifact') return isSnapshot(parsed.version);
  return parsed && isSnapshot(parsed.folder.slice(parsed.folder.lastIndexOf('/') + 1)) ? true : undefined;
}

/** Timestamp and number of a snapshot build; undefined for a file without a build. */
export function buildOf({
  version,
  fileVersion,
}: ArtifactPath): { timestamp: string; number: number } | undefined {
  if (fileVersion === version) return undefined;
  const [, stamp = '', number = ''] =
    timestamp.exec(fileVersion.slice(version.length - 'SNAPSHOT'.length)) ?? [];
  return { timestamp: stamp, number: Number(number) };
}

export function isMainPom({ extension, classifier }: ArtifactPath): boolean {
  return extension === 'pom' && classifier === '';
}

/** The package name in the index. */
export function packageName({ group, artifact }: Pick<ArtifactPath, 'group' | 'artifact'>): string {
  return `${group}:${artifact}`;
}

/** The folder of a version, with slashes; `name` is `g:a` as in the index. */
export function versionFolder(name: string, version: string): string {
  const [group = '', artifact = ''] = name.split(':');
  return `${group.replaceAll('.', '/')}/${artifact}/${version}`;
}

/** Throws `HttpError` 400 that states the expected layout. */
export function checkLayout(path: string): void {
  if (parsePath(path)) return;
  throw new HttpError(
    400,
    'BAD_PATH',
    `Invalid path '${path.slice(0, 200)}' in the Maven layout. Expected {group}/{artifact}/{version}/{artifact}-{version}[-{classifier}].{extension} with the dots of the group as slashes, a ${metadataFile}, or a checksum (.md5, .sha1, .sha256, .sha512) of such a file.`,
  );
}
