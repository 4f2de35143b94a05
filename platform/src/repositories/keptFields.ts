import * as v from 'valibot';

/**
 * Fields of Artifactory's repository configuration that have no effect here, by type. They are
 * stored and returned unchanged, so that scripts and Terraform find the values that they have set.
 */
const flags = [
  'allowAnyHostAuth',
  'archiveBrowsingEnabled',
  'artifactoryRequestsCanRetrieveRemoteArtifacts',
  'blockPushingSchema1',
  'bypassHeadRequests',
  'calculateYumMetadata',
  'cargoAnonymousAccess',
  'cargoInternalIndex',
  'cdnRedirect',
  'curated',
  'ddebSupported',
  'debianTrivialLayout',
  'disableUrlNormalization',
  'downloadRedirect',
  'enableComposerV1Indexing',
  'enableConanSupport',
  'enableCookieManagement',
  'enableFileListsIndexing',
  'enableNormalizedVersion',
  'enableTokenAuthentication',
  'encryptStates',
  'externalDependenciesEnabled',
  'fetchJarsEagerly',
  'fetchSourcesEagerly',
  'hideUnauthorizedResources',
  'listRemoteFolderItems',
  'passThrough',
  'propagateQueryParams',
  'rejectInvalidJars',
  'resolveDockerTagsByTimestamp',
  'retrieveSha256FromServer',
  'sendContext',
  'shareConfiguration',
  'suppressPomConsistencyChecks',
  'synchronizeProperties',
  'useNamespaces',
  'xrayIndex',
] as const;

const texts = [
  'bowerRegistryUrl',
  'chartsBaseUrl',
  'checksumPolicyType',
  'composerRegistryUrl',
  'debianDefaultArchitectures',
  'dockerApiVersion',
  'downloadContextPath',
  'externalDependenciesRemoteRepo',
  'feedContextPath',
  'gitRegistryUrl',
  'keyPair',
  'localAddress',
  'mismatchingMimeTypesOverrideList',
  'podsSpecsRepoUrl',
  'pomRepositoryReferencesCleanupPolicy',
  'primaryKeyPairRef',
  'projectId',
  'pyPIRegistryUrl',
  'pyPIRepositorySuffix',
  'queryParams',
  'remoteRepoChecksumPolicyType',
  'remoteRepoLayoutRef',
  'repoLayoutRef',
  'secondaryKeyPairRef',
  'snapshotVersionBehavior',
  'symbolServerUrl',
  'terraformType',
  'v3FeedUrl',
  'vcsGitDownloadUrl',
  'vcsGitProvider',
  'vcsType',
  'yumGroupFileNames',
] as const;

const numbers = [
  'failedRetrievalCachePeriodSecs',
  'maxUniqueSnapshots',
  'maxUniqueTags',
  'dockerTagRetention',
  'metadataRetrievalTimeoutSecs',
  'signedUrlTtl',
  'virtualRetrievalCachePeriodSecs',
  'yumRootDepth',
] as const;

const lists = [
  'externalDependenciesPatterns',
  'optionalIndexCompressionFormats',
  'indexCompressionFormats',
  'propertySets',
] as const;

const objects = ['contentSynchronisation'] as const;

const maxValueBytes = 5000;
const tooLong = `expected up to ${maxValueBytes} characters`;
const isShort = (given: unknown) => JSON.stringify(given).length <= maxValueBytes;

const text = v.pipe(
  v.string('expected a text'),
  v.check((given) => isShort(given), tooLong),
);
const list = v.pipe(
  v.array(v.string('expected a list of texts'), 'expected a list of texts'),
  v.check((given) => isShort(given), tooLong),
);
const isObject = (given: unknown) => typeof given === 'object' && given !== null && !Array.isArray(given);
const object = v.pipe(
  v.custom<Readonly<Record<string, unknown>>>(isObject, 'expected an object'),
  v.check((given) => isShort(given), tooLong),
);

function each<Field>(names: readonly string[], field: Field): Record<string, Field> {
  return Object.fromEntries(names.map((name) => [name, field]));
}

export const keptFields = {
  ...each(flags, v.optional(v.boolean('expected true or false'))),
  ...each(texts, v.optional(text)),
  ...each(numbers, v.optional(v.number('expected a number'))),
  ...each(lists, v.optional(list)),
  ...each(objects, v.optional(object)),
  customProperties: v.optional(v.union([list, object], 'expected a list of texts, or an object')),
};
