import type { RepositoryConfiguration } from '@lading/contract/rest';

/** Values of the form about what a repository serves, accepts, and caches. */
export interface ContentValues {
  readonly notes: string;
  readonly includesPattern: readonly string[];
  readonly excludesPattern: readonly string[];
  readonly blackedOut: boolean;
  readonly readOnly: boolean;
  readonly priorityResolution: boolean;
  readonly handleReleases: boolean;
  readonly handleSnapshots: boolean;
  readonly clientCertificate: string;
  /** Never read. Empty: the stored one stays. */
  readonly clientKey: string;
  readonly assumedOfflinePeriodSecs: string;
  readonly unusedArtifactsCleanupPeriodHours: string;
  readonly hardFail: boolean;
  readonly storeArtifactsLocally: boolean;
  readonly blockMismatchingMimeTypes: boolean;
}

/** The pattern of a repository without include patterns. */
const EVERYTHING = '**/*';

export function contentValuesOf(configuration: RepositoryConfiguration): ContentValues {
  return {
    notes: configuration.notes ?? '',
    includesPattern: linesOf(configuration.includesPattern),
    excludesPattern: linesOf(configuration.excludesPattern),
    blackedOut: configuration.blackedOut ?? false,
    readOnly: configuration.readOnly ?? false,
    priorityResolution: configuration.priorityResolution ?? false,
    handleReleases: configuration.handleReleases ?? true,
    handleSnapshots: configuration.handleSnapshots ?? true,
    clientCertificate: configuration.clientCertificate ?? '',
    clientKey: '',
    assumedOfflinePeriodSecs: String(configuration.assumedOfflinePeriodSecs ?? 0),
    unusedArtifactsCleanupPeriodHours: String(
      configuration.unusedArtifactsCleanupEnabled === false
        ? 0
        : (configuration.unusedArtifactsCleanupPeriodHours ?? 0),
    ),
    hardFail: configuration.hardFail ?? false,
    storeArtifactsLocally: configuration.storeArtifactsLocally ?? true,
    blockMismatchingMimeTypes: configuration.blockMismatchingMimeTypes ?? false,
  };
}

/** Returns only changed fields, because most apply to few repositories. */
export function contentConfigurationOf(
  values: ContentValues,
  saved: ContentValues,
): Partial<RepositoryConfiguration> {
  const written = writtenOf(values);
  const before = writtenOf(saved);
  const names = Object.keys(written) as (keyof typeof written)[];
  const changed = names.filter((name) => written[name] !== before[name]);
  return Object.fromEntries(changed.map((name) => [name, written[name]]));
}

function writtenOf(values: ContentValues) {
  const { blackedOut, readOnly, priorityResolution, handleReleases, handleSnapshots } = values;
  const { hardFail, storeArtifactsLocally, blockMismatchingMimeTypes } = values;
  return {
    ...{ blackedOut, readOnly, priorityResolution, handleReleases, handleSnapshots },
    ...{ hardFail, storeArtifactsLocally, blockMismatchingMimeTypes },
    notes: values.notes.trim(),
    includesPattern: values.includesPattern.join(', '),
    excludesPattern: values.excludesPattern.join(', '),
    clientCertificate: values.clientCertificate.trim(),
    clientKey: values.clientKey.trim(),
    assumedOfflinePeriodSecs: Number(values.assumedOfflinePeriodSecs),
    unusedArtifactsCleanupPeriodHours: Number(values.unusedArtifactsCleanupPeriodHours),
  };
}

function linesOf(patterns = ''): string[] {
  return patterns
    .split(',')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '' && pattern !== EVERYTHING);
}
