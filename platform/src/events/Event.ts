/** Content of a path. Checksums are lowercase hexadecimal, and the size is in bytes. */
export interface Content {
  sha256: string;
  size: number;
}

export interface Place {
  repo: string;
  /** Without a leading slash. */
  path: string;
}

/** A file. `before` is absent for a new file, `after` for a deleted one. */
interface ArtifactFacts extends Place {
  before?: Content;
  after?: Content;
  /** Other path of a moved or copied file: the source or the destination. */
  source?: Place;
}

/** One property of a file. `before` and `after` are its values. */
interface PropertyFacts extends Place {
  key: string;
  before?: readonly string[];
  after?: readonly string[];
}

/** A tag of a container image. The content is the manifest's. */
interface ImageFacts {
  repo: string;
  image: string;
  tag: string;
  before?: Content;
  after?: Content;
  /** Other tag of a promoted image: the source or the destination. */
  source?: { repo: string; image: string; tag: string };
}

/** One run of a build. */
interface BuildFacts {
  name: string;
  number: string;
  /** ISO 8601. */
  started: string;
  /** Whether the run replaced one with the same number and start time. */
  replaced?: boolean;
  /** For a promotion: the new status (`''` for none), and the target repository of the files. */
  status?: string;
  repository?: string;
}

/** A version that violates the policy. Its repository is not part of the event. */
interface ViolationFacts {
  packageType: string;
  packageName: string;
  version: string;
  kind: 'license' | 'security';
  /** License (empty if unknown) or advisory ID. */
  subject: string;
  severity: string;
}

/** A version of a release bundle. */
interface BundleFacts {
  name: string;
  version: string;
  /** Why it failed, for failed events. */
  message?: string;
}

/** A bundle version at one of the edges of this server. */
interface BundleDistributionFacts extends BundleFacts {
  /** Name of the edge. */
  edge: string;
}

/** A bundle version that this server received from another one. */
interface ReceivedBundleFacts extends BundleFacts {
  /** Name of the source. */
  source: string;
}

interface BundlePromotionFacts extends BundleFacts {
  environment: string;
  /** Repositories that artifacts are copied to. Empty until they are known. */
  repositories: readonly string[];
}

interface UserFacts {
  userName: string;
}

/** Event data by type. Types are `domain.event`, as webhooks name them. */
export interface FactsByType {
  'artifact.deployed': ArtifactFacts;
  'artifact.deleted': ArtifactFacts;
  'artifact.moved': ArtifactFacts;
  'artifact.copied': ArtifactFacts;
  'artifact.cached': ArtifactFacts;
  'artifact_property.added': PropertyFacts;
  'artifact_property.deleted': PropertyFacts;
  'docker.pushed': ImageFacts;
  'docker.deleted': ImageFacts;
  'docker.promoted': ImageFacts;
  'build.uploaded': BuildFacts;
  'build.deleted': BuildFacts;
  'build.promoted': BuildFacts;
  'policy.violation': ViolationFacts;
  'release_bundle.created': BundleFacts;
  'release_bundle.signed': BundleFacts;
  'release_bundle.deleted': BundleFacts;
  'distribution.distribute_started': BundleDistributionFacts;
  'distribution.distribute_completed': BundleDistributionFacts;
  'distribution.distribute_aborted': BundleDistributionFacts;
  'distribution.distribute_failed': BundleDistributionFacts;
  'distribution.delete_started': BundleDistributionFacts;
  'distribution.delete_completed': BundleDistributionFacts;
  'distribution.delete_failed': BundleDistributionFacts;
  'artifactory_release_bundle.received': ReceivedBundleFacts;
  'artifactory_release_bundle.delete_started': ReceivedBundleFacts;
  'artifactory_release_bundle.delete_completed': ReceivedBundleFacts;
  'artifactory_release_bundle.delete_failed': ReceivedBundleFacts;
  'destination.received': ReceivedBundleFacts;
  'destination.delete_started': ReceivedBundleFacts;
  'destination.delete_completed': ReceivedBundleFacts;
  'destination.delete_failed': ReceivedBundleFacts;
  'release_bundle_v2.release_bundle_v2_started': BundleFacts;
  'release_bundle_v2.release_bundle_v2_completed': BundleFacts;
  'release_bundle_v2.release_bundle_v2_failed': BundleFacts;
  'release_bundle_v2_promotion.release_bundle_v2_promotion_started': BundlePromotionFacts;
  'release_bundle_v2_promotion.release_bundle_v2_promotion_completed': BundlePromotionFacts;
  'release_bundle_v2_promotion.release_bundle_v2_promotion_failed': BundlePromotionFacts;
  'user.locked': UserFacts;
}

export type EventType = keyof FactsByType;

/** The user and request that caused an event. */
export interface Cause {
  /** User name, or `system` for the platform itself. */
  by: string;
  /** Absent if no request caused the event. */
  requestId?: string;
  address?: string;
}

interface Occurrence<T extends EventType> extends Cause {
  /** UUID. */
  id: string;
  type: T;
  facts: FactsByType[T];
  time: Date;
  /** ID of the node. */
  node: string;
}

/** A change of content or configuration. */
export type PlatformEvent<T extends EventType = EventType> = { [K in T]: Occurrence<K> }[T];
