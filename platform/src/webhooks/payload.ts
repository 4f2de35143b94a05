import type { EventType, FactsByType, PlatformEvent } from '../events/Event.ts';

/** An event as delivered to webhooks. */
export interface WebhookEvent {
  /** UUID. */
  id: string;
  /** `domain.event_type`. */
  type: string;
  data: unknown;
  /** `lading/USER`. */
  source: string;
}

export interface Body {
  domain: string;
  event_type: string;
  data: unknown;
  subscription_key: string;
  jpd_origin: string;
  source: string;
}

type Describe = { [T in EventType]: (facts: FactsByType[T]) => Record<string, unknown> };
type ArtifactFacts = FactsByType['artifact.deployed'];
type ImageFacts = FactsByType['docker.pushed'];
type BundleFacts = FactsByType['release_bundle_v2.release_bundle_v2_started'];
type DistributionFacts = FactsByType['distribution.distribute_started'];
type ReceivedFacts = FactsByType['destination.received'];
type PromotionFacts = FactsByType['release_bundle_v2_promotion.release_bundle_v2_promotion_started'];

/**
 * The field `data` of each event type of the platform, with the field names that existing receivers
 * expect.
 */
const describe: Describe = {
  'artifact.deployed': artifact,
  'artifact.deleted': artifact,
  'artifact.moved': transferred,
  'artifact.copied': transferred,
  'artifact.cached': artifact,
  'artifact_property.added': property,
  'artifact_property.deleted': property,
  'docker.pushed': image,
  'docker.deleted': image,
  'docker.promoted': image,
  'build.uploaded': build,
  'build.deleted': build,
  'build.promoted': build,
  'policy.violation': ({ packageType, packageName, version, kind, subject, severity }) => ({
    ...{ package_type: packageType, package_name: packageName, version, kind, subject, severity },
  }),
  'release_bundle.created': bundle,
  'release_bundle.signed': bundle,
  'release_bundle.deleted': bundle,
  'distribution.distribute_started': distribution,
  'distribution.distribute_completed': distribution,
  'distribution.distribute_aborted': distribution,
  'distribution.distribute_failed': distribution,
  'distribution.delete_started': distribution,
  'distribution.delete_completed': distribution,
  'distribution.delete_failed': distribution,
  'artifactory_release_bundle.received': received,
  'artifactory_release_bundle.delete_started': received,
  'artifactory_release_bundle.delete_completed': received,
  'artifactory_release_bundle.delete_failed': received,
  'destination.received': received,
  'destination.delete_started': received,
  'destination.delete_completed': received,
  'destination.delete_failed': received,
  'release_bundle_v2.release_bundle_v2_started': bundle,
  'release_bundle_v2.release_bundle_v2_completed': bundle,
  'release_bundle_v2.release_bundle_v2_failed': bundle,
  'release_bundle_v2_promotion.release_bundle_v2_promotion_started': promotion,
  'release_bundle_v2_promotion.release_bundle_v2_promotion_completed': promotion,
  'release_bundle_v2_promotion.release_bundle_v2_promotion_failed': promotion,
  'user.locked': ({ userName }) => ({ user_name: userName }),
};

export function isAnnouncedType(type: string): type is EventType {
  return Object.hasOwn(describe, type);
}

export function dataOf({ type, facts }: Pick<PlatformEvent, 'type' | 'facts'>): Record<string, unknown> {
  return (describe[type] as (facts: unknown) => Record<string, unknown>)(facts);
}

export function webhookEventOf(event: PlatformEvent): WebhookEvent {
  return { id: event.id, type: event.type, data: dataOf(event), source: `lading/${event.by}` };
}

/** Returns the request body of a webhook without a template. */
export function bodyOf({ type, data, source }: WebhookEvent, key: string, origin: string): Body {
  const dot = type.indexOf('.');
  return {
    domain: type.slice(0, dot),
    event_type: type.slice(dot + 1),
    data,
    subscription_key: key,
    jpd_origin: origin,
    source,
  };
}

function artifact({ repo, path, before, after }: ArtifactFacts): Record<string, unknown> {
  const content = after ?? before;
  return {
    repo_key: repo,
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    ...(content ? { sha256: content.sha256, size: content.size } : {}),
  };
}

function transferred(facts: ArtifactFacts): Record<string, unknown> {
  const { source, repo, path } = facts;
  return {
    ...artifact(facts),
    ...(source ? { source_repo_path: `${source.repo}/${source.path}` } : {}),
    target_repo_path: `${repo}/${path}`,
  };
}

function property({ repo, path, key, before, after }: FactsByType['artifact_property.added']) {
  return {
    ...artifact({ repo, path }),
    property_key: key,
    property_values: [...(after ?? before ?? [])],
  };
}

function image(facts: ImageFacts): Record<string, unknown> {
  const { repo, image: name, tag, source } = facts;
  const path = `${name}/${tag}/manifest.json`;
  return {
    ...artifact({ ...facts, path } as ArtifactFacts),
    repo_key: repo,
    image_name: name,
    tag,
    ...(source ? { source: `${source.repo}/${source.image}:${source.tag}` } : {}),
  };
}

function build({ name, number, started, status, repository }: FactsByType['build.uploaded']) {
  return {
    build_name: name,
    build_number: number,
    build_started: started,
    ...(status === undefined ? {} : { status }),
    ...(repository === undefined ? {} : { repo_key: repository }),
  };
}

function bundle({ name, version, message }: BundleFacts): Record<string, unknown> {
  return {
    release_bundle_name: name,
    release_bundle_version: version,
    ...(message === undefined ? {} : { message }),
  };
}

function promotion(facts: PromotionFacts): Record<string, unknown> {
  return { ...bundle(facts), environment: facts.environment, repositories: [...facts.repositories] };
}

function distribution(facts: DistributionFacts): Record<string, unknown> {
  return { ...bundle(facts), edge: facts.edge };
}

function received(facts: ReceivedFacts): Record<string, unknown> {
  return { ...bundle(facts), source_name: facts.source };
}
