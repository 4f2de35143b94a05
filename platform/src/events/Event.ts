/** The content at a path. Checksums are hexadecimal in lower case, the size is in bytes. */
export interface Content {
  sha256: string;
  size: number;
}

export interface Place {
  repo: string;
  /** Without a leading slash. */
  path: string;
}

/** A file: `before` is absent where there was none, `after` where there is none any more. */
interface ArtifactFacts extends Place {
  before?: Content;
  after?: Content;
  /** Of a moved or copied file: the path that it had, or has. */
  source?: Place;
}

/** One property of a file; `before` and `after` are its values. */
interface PropertyFacts extends Place {
  key: string;
  before?: readonly string[];
  after?: readonly string[];
}

/** A tag of a container image; the content is the manifest's. */
interface ImageFacts {
  repo: string;
  image: string;
  tag: string;
  before?: Content;
  after?: Content;
  /** Of a promoted image: the tag that it had, or has. */
  source?: { repo: string; image: string; tag: string };
}

/** One run of a build. */
interface BuildFacts {
  name: string;
  number: string;
  /** ISO 8601. */
  started: string;
  /** Whether a run of the same number and start was replaced. */
  replaced?: boolean;
  /** Of a promotion: the status that it gave, `''` for none, and the repository that files went to. */
  status?: string;
  repository?: string;
}

/** A version that breaks the policy. Versions belong to no repository here. */
interface ViolationFacts {
  packageType: string;
  packageName: string;
  version: string;
  kind: 'license' | 'security';
  /** The license, empty where none is named, or the ID of the advisory. */
  subject: string;
  severity: string;
}

/** A version of a release bundle. */
interface BundleFacts {
  name: string;
  version: string;
  /** Of a failed one: why. */
  message?: string;
}

interface BundlePromotionFacts extends BundleFacts {
  environment: string;
  /** Repositories that artifacts are copied to; empty until that is known. */
  repositories: readonly string[];
}

interface UserFacts {
  userName: string;
}

/** Facts by type, `domain.event` as the webhooks of the specification name them. */
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
  'release_bundle_v2.release_bundle_v2_started': BundleFacts;
  'release_bundle_v2.release_bundle_v2_completed': BundleFacts;
  'release_bundle_v2.release_bundle_v2_failed': BundleFacts;
  'release_bundle_v2_promotion.release_bundle_v2_promotion_started': BundlePromotionFacts;
  'release_bundle_v2_promotion.release_bundle_v2_promotion_completed': BundlePromotionFacts;
  'release_bundle_v2_promotion.release_bundle_v2_promotion_failed': BundlePromotionFacts;
  'user.locked': UserFacts;
}

export type EventType = keyof FactsByType;

/** Who caused an event, and with which request. */
export interface Cause {
  /** Name of the user, `system` for the platform itself. */
  by: string;
  /** Absent where no request caused it. */
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
