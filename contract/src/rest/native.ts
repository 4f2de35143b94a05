/**
 * What belongs to one version, found by its lead file: GET
 * `/ui/api/v1/ui/v1/native/versions/{type}/{dependencies | builds | props | readme}?path=&repoKey=`.
 * 404 when no version of that type has this file, 403 when the caller may not read it.
 */
export interface VersionDependencies {
  dependencies: VersionDependency[];
  devDependencies: VersionDependency[];
}

export interface VersionDependency {
  name: string;
  /** A version or a range of versions, as the package says it. */
  version: string;
}

/** Which builds made it, as the properties `build.name` and `build.number` of its lead file say. */
export interface VersionBuilds {
  results: { name: string; number: string; createDate: string }[];
}

export type VersionProperties = { key: string; values: string[] }[];

export interface VersionReadme {
  /** Markdown, hostile; empty when it has none. */
  readme: string;
}

/** GET `/ui/api/v1/ui/usage`: what the notices over packages are made of. */
export interface PlatformUsage {
  /** Bytes that were given out to clients in the current month (UTC), and how many may be; null: without end. */
  transfer: { month: string; bytes: number; quota: number | null };
  /** Where to get more; empty: nowhere. */
  upgradeUrl: string;
  /** What is still being worked out anew since an upgrade, in packages. Until then it is not all there. */
  migrations: { name: string; done: number; total: number }[];
}

/** GET `/ui/api/v1/ui/home/widget/artifactCount`: files in the repositories that the caller may read. */
export interface ArtifactCount {
  widgetName: 'artifactCount';
  widgetData: { artifactCount: number };
}
