import type { EventType, FactsByType } from '../events/Event.ts';
import { dataOf } from './payload.ts';

const sha256 = '0'.repeat(64);
const file = { repo: 'example-local', path: 'example/file.txt', after: { sha256, size: 1024 } };
const source = { repo: 'other-local', path: 'example/file.txt' };
const image = { repo: 'docker-local', image: 'example/app', tag: '1.0.0', after: { sha256, size: 1024 } };
const property = { repo: file.repo, path: file.path, key: 'color', after: ['blue'] };
const build = { name: 'example-build', number: '1', started: '2026-01-01T00:00:00.000Z' };
const bundle = { name: 'example-bundle', version: '1.0.0' };
const distribution = { ...bundle, edge: 'example-edge' };
const received = { ...bundle, source: 'example-source' };
const message = 'The reason';
const promotion = { ...bundle, environment: 'PROD', repositories: ['release-local'] };

const samples: { [T in EventType]?: FactsByType[T] } = {
  'artifact.deployed': file,
  'artifact.deleted': file,
  'artifact.moved': { ...file, source },
  'artifact.copied': { ...file, source },
  'artifact.cached': file,
  'artifact_property.added': property,
  'artifact_property.deleted': property,
  'docker.pushed': image,
  'docker.deleted': image,
  'docker.promoted': { ...image, source: { repo: 'dev-local', image: 'example/app', tag: '1.0.0' } },
  'build.uploaded': build,
  'build.deleted': build,
  'build.promoted': { ...build, status: 'released', repository: 'release-local' },
  'policy.violation': {
    packageType: 'npm',
    packageName: 'example',
    version: '1.0.0',
    kind: 'security',
    subject: 'CVE-2026-0001',
    severity: 'high',
  },
  'release_bundle.created': bundle,
  'release_bundle.signed': bundle,
  'release_bundle.deleted': bundle,
  'distribution.distribute_started': distribution,
  'distribution.distribute_completed': distribution,
  'distribution.distribute_aborted': distribution,
  'distribution.distribute_failed': { ...distribution, message },
  'distribution.delete_started': distribution,
  'distribution.delete_completed': distribution,
  'distribution.delete_failed': { ...distribution, message },
  'artifactory_release_bundle.received': received,
  'artifactory_release_bundle.delete_started': received,
  'artifactory_release_bundle.delete_completed': received,
  'artifactory_release_bundle.delete_failed': { ...received, message },
  'destination.received': received,
  'destination.delete_started': received,
  'destination.delete_completed': received,
  'destination.delete_failed': { ...received, message },
  'release_bundle_v2.release_bundle_v2_started': bundle,
  'release_bundle_v2.release_bundle_v2_completed': bundle,
  'release_bundle_v2.release_bundle_v2_failed': { ...bundle, message },
  'release_bundle_v2_promotion.release_bundle_v2_promotion_started': promotion,
  'release_bundle_v2_promotion.release_bundle_v2_promotion_completed': promotion,
  'release_bundle_v2_promotion.release_bundle_v2_promotion_failed': { ...promotion, message },
  'user.locked': { userName: 'example' },
};

/** Returns the field `data` of a sample event, for tests and previews. */
export function sampleData(type: string): Record<string, unknown> {
  const facts = Object.hasOwn(samples, type) ? samples[type as EventType] : undefined;
  return facts ? dataOf({ type, facts } as never) : { name: 'example', version: '1.0.0' };
}
