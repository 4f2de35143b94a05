import type { Repository } from './Repository.ts';
import { remoteDefaults } from './upstream/remoteOptions.ts';

/**
 * Returns the fields that were not set, with the values that apply: clients of Artifactory's calls,
 * such as Terraform, compare all of them. Fields without effect have Artifactory's defaults.
 */
export function defaultsOf({ type, packageType }: Repository): object {
  return { ...common, repoLayoutRef: layoutOf(packageType), ...ofClass[type], ...ofType(type, packageType) };
}

const common = {
  notes: '',
  includesPattern: '**/*',
  excludesPattern: '',
  environments: [],
  blackedOut: false,
};

const ofStoredContent = {
  xrayIndex: false,
  propertySets: [],
  archiveBrowsingEnabled: false,
  downloadRedirect: false,
  cdnRedirect: false,
  priorityResolution: false,
};

const ofClass = {
  local: ofStoredContent,
  remote: {
    ...ofStoredContent,
    ...remoteDefaults,
    offline: false,
    hardFail: false,
    storeArtifactsLocally: true,
    blockMismatchingMimeTypes: false,
    unusedArtifactsCleanupPeriodHours: 0,
    username: '',
    proxy: '',
    disableProxy: false,
    localAddress: '',
    shareConfiguration: false,
    synchronizeProperties: false,
    allowAnyHostAuth: false,
    enableCookieManagement: false,
    bypassHeadRequests: false,
    listRemoteFolderItems: false,
    mismatchingMimeTypesOverrideList: '',
    clientTlsCertificate: '',
    metadataRetrievalTimeoutSecs: 60,
    contentSynchronisation: {
      enabled: false,
      statistics: { enabled: false },
      properties: { enabled: false },
      source: { originAbsenceDetection: false },
    },
  },
  virtual: {
    artifactoryRequestsCanRetrieveRemoteArtifacts: false,
    defaultDeploymentRepo: '',
  },
} as const;

/** Fields of single package types. */
function ofType(type: Repository['type'], packageType: string): object {
  if (packageType === 'maven') return ofMaven[type];
  if (packageType === 'docker') return ofImages[type];
  if (packageType === 'pypi' && type === 'remote') return { pyPIRepositorySuffix: 'simple' };
  return {};
}

const versions = {
  handleReleases: true,
  handleSnapshots: true,
  maxUniqueSnapshots: 0,
  suppressPomConsistencyChecks: false,
};
const ofMaven = {
  local: { ...versions, checksumPolicyType: 'client-checksums', snapshotVersionBehavior: 'unique' },
  remote: {
    ...versions,
    remoteRepoChecksumPolicyType: 'generate-if-absent',
    fetchJarsEagerly: false,
    fetchSourcesEagerly: false,
    rejectInvalidJars: false,
  },
  virtual: {
    forceMavenAuthentication: false,
    pomRepositoryReferencesCleanupPolicy: 'discard_active_reference',
    keyPair: '',
  },
};
const ofImages = {
  local: { dockerApiVersion: 'V2', maxUniqueTags: 0, dockerTagRetention: 1, blockPushingSchema1: true },
  remote: { dockerApiVersion: 'V2', enableTokenAuthentication: false, blockPushingSchema1: true },
  virtual: { resolveDockerTagsByTimestamp: false },
};

function layoutOf(packageType: string): string {
  if (packageType === 'maven') return 'maven-2-default';
  return ['npm', 'nuget', 'go', 'cargo'].includes(packageType) ? `${packageType}-default` : 'simple-default';
}
