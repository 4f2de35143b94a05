import { type Static, Type } from '@sinclair/typebox';
import { nullable, oneOf, time } from './schemaKinds.ts';

/** The formats of bills of materials: CycloneDX 1.6 and SPDX 2.3, both in JSON. */
export const sbomFormat = oneOf(['cyclonedx', 'spdx']);

export type ScanKnowledge = Static<typeof ScanKnowledge>;
export const ScanKnowledge = oneOf(['known', 'pending', 'unknown', 'off'], {
  description:
    '`known`: all known vulnerabilities are listed. `pending`: the version waits for its scan. `unknown`: no advisories cover the package. `off`: scanning is off.',
});

export type ComparedVersion = Static<typeof ComparedVersion>;
const ComparedVersion = Type.Object(
  {
    version: Type.String(),
    repo: Type.String(),
    leadFile: Type.String({ description: 'Path of the lead file in the repository.' }),
    created: time('Publication.'),
    size: Type.Number({ description: 'Of all files, in bytes.' }),
    licenses: Type.Array(Type.String(), { description: 'Empty: unknown.' }),
    keywords: Type.Array(Type.String()),
    description: nullable(Type.String()),
    deprecated: nullable(Type.String({ description: 'The reason.' })),
    scan: ScanKnowledge,
  },
  { title: 'ComparedVersion' },
);

export type Change = Static<typeof Change>;
const Change = oneOf(['added', 'removed', 'changed']);

export type DependencyChange = Static<typeof DependencyChange>;
const DependencyChange = Type.Object(
  {
    name: Type.String(),
    development: Type.Boolean(),
    change: Change,
    from: nullable(Type.String({ description: 'Declared range.' })),
    to: nullable(Type.String()),
  },
  { title: 'DependencyChange' },
);

export type FileChange = Static<typeof FileChange>;
const FileChange = Type.Object(
  {
    path: Type.String({ description: 'In the second version, or in the first if the file was removed.' }),
    change: Change,
    fromSize: nullable(Type.Number({ description: 'In bytes; null if the version has no such file.' })),
    toSize: nullable(Type.Number()),
    fromSha256: nullable(Type.String()),
    toSha256: nullable(Type.String()),
  },
  { title: 'FileChange' },
);

export type FileChanges = Static<typeof FileChanges>;
const FileChanges = Type.Object(
  {
    added: Type.Number(),
    removed: Type.Number(),
    changed: Type.Number(),
    unchanged: Type.Number(),
    changes: Type.Array(FileChange, { description: 'By path, up to 20,000.' }),
    truncated: Type.Boolean(),
  },
  { title: 'FileChanges' },
);

export type VulnerabilityChange = Static<typeof VulnerabilityChange>;
const VulnerabilityChange = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    severity: Type.String(),
    url: Type.String(),
    change: oneOf(['introduced', 'fixed', 'remaining']),
  },
  { title: 'VulnerabilityChange' },
);

/** GET `/ui/api/v1/ui/compare?packageId=&from=&to=`: compares two versions of a package. */
export type VersionComparison = Static<typeof VersionComparison>;
export const VersionComparison = Type.Object(
  {
    from: ComparedVersion,
    to: ComparedVersion,
    dependenciesKnown: Type.Boolean({ description: 'False: packages of this type declare no dependencies.' }),
    dependencies: Type.Array(DependencyChange),
    unchangedDependencies: Type.Number(),
    vulnerabilities: nullable(
      Type.Array(VulnerabilityChange, { description: 'Null unless they are known for both versions.' }),
    ),
    files: Type.Unsafe<FileChanges>({
      ...FileChanges,
      title: undefined,
      description: 'Files of the versions. Of images: their manifests and layers.',
    }),
    contents: nullable(FileChanges),
    contentsOf: nullable(
      Type.Object(
        { from: Type.String(), to: Type.String() },
        { description: 'The archives that were compared.' },
      ),
    ),
    contentsFault: nullable(
      Type.String({
        description:
          'Why the archives cannot be compared; null for images, which are compared by their files.',
      }),
    ),
  },
  { title: 'VersionComparison' },
);

/** A changed section of a text. */
export type DiffHunk = Static<typeof DiffHunk>;
const DiffHunk = Type.Object(
  {
    oldStart: Type.Number(),
    newStart: Type.Number(),
    lines: Type.Array(Type.String(), {
      description: 'Each begins with a space, `+`, or `-`, or with a backslash for a note.',
    }),
  },
  { title: 'DiffHunk' },
);

/** GET `/ui/api/v1/ui/compare/file`: the changed lines of one file of the two archives. */
export type FileComparison = Static<typeof FileComparison>;
export const FileComparison = Type.Object(
  {
    state: oneOf(['compared', 'binary', 'tooLarge', 'tooDifferent'], {
      description: '`tooLarge`: more than 1 MiB. `tooDifferent`: the lines could not be compared in time.',
    }),
    hunks: Type.Array(DiffHunk),
  },
  { title: 'FileComparison' },
);

/** A file within an archive. */
export type ArchivedFile = Static<typeof ArchivedFile>;
const ArchivedFile = Type.Object(
  {
    path: Type.String(),
    size: Type.Number({ description: 'Unpacked, in bytes.' }),
    sha256: nullable(Type.String({ description: 'Of the unpacked content. Null if the file was not read.' })),
  },
  { title: 'ArchivedFile' },
);

/** GET `/ui/api/v1/ui/contents?repoKey=&path=`: the files within a stored zip or tar archive. */
export type ArchiveContents = Static<typeof ArchiveContents>;
export const ArchiveContents = Type.Object(
  {
    files: Type.Array(ArchivedFile, { description: 'Up to 20,000, and fewer if their paths are long.' }),
    truncated: Type.Boolean(),
    fault: nullable(Type.String({ description: 'Why the archive could not be read, or only in part.' })),
  },
  { title: 'ArchiveContents' },
);

/** GET `/ui/api/v1/ui/contents/preview`: a stored file, or one of an archive, for a screen. */
export type FilePreview = Static<typeof FilePreview>;
export const FilePreview = Type.Object(
  {
    state: oneOf(['text', 'image', 'archive', 'binary', 'tooLarge'], {
      description:
        '`image`: PNG, JPEG, GIF, or WebP, at `/ui/api/v1/ui/contents/file`. `archive`: a stored zip or tar archive, with its files at `/ui/api/v1/ui/contents`. `tooLarge`: a text over 1 MiB.',
    }),
    text: Type.String({ description: 'Untrusted; empty for other content.' }),
  },
  { title: 'FilePreview' },
);

const count = Type.Number();
export const VulnerabilityCounts = Type.Object(
  { critical: count, high: count, medium: count, low: count, info: count, unknown: count, skipped: count },
  { title: 'VulnerabilityCounts' },
);

/** The nearest newer stored version that is known to have no vulnerability. */
export type Upgrade = Static<typeof Upgrade>;
const Upgrade = Type.Object({ version: Type.String() }, { title: 'Upgrade' });

const known = {
  vulnerabilities: nullable(VulnerabilityCounts),
  upgrade: nullable(Upgrade),
};

export type DependencyNode = Static<typeof DependencyNode>;
const DependencyNode = Type.Object(
  {
    name: Type.String(),
    version: nullable(Type.String({ description: 'Null: unknown.' })),
    range: nullable(Type.String({ description: 'Declared range, if no version is stored.' })),
    resolution: oneOf(['stored', 'declared', 'unresolved']),
    depth: Type.Number({ description: '1: declared by the version itself.' }),
    via: Type.String({ description: 'Name of the package that depends on it, on a shortest path.' }),
    ...known,
  },
  { title: 'DependencyNode' },
);

/**
 * GET `/ui/api/v1/ui/dependencies?packageId=&version=`: the dependencies of a version at every
 * depth. Null vulnerabilities are unknown.
 */
export type TransitiveDependencies = Static<typeof TransitiveDependencies>;
export const TransitiveDependencies = Type.Object(
  {
    known: Type.Boolean({ description: 'False: packages of this type declare no dependencies.' }),
    own: Type.Object(known, { description: 'Of the version itself.' }),
    nodes: Type.Array(DependencyNode, { description: 'By depth, up to 2,000.' }),
    truncated: Type.Boolean(),
  },
  { title: 'TransitiveDependencies' },
);
