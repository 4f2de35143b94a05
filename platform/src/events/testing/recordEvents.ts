import { vi } from 'vitest';
import type { Storage } from '../../storage/storage.ts';
import type { EventType, PlatformEvent } from '../Event.ts';

/** Every event type of the platform. TypeScript reports a missing one. */
const known: Record<EventType, true> = {
  'artifact.deployed': true,
  'artifact.deleted': true,
  'artifact.moved': true,
  'artifact.copied': true,
  'artifact.cached': true,
  'artifact_property.added': true,
  'artifact_property.deleted': true,
  'docker.pushed': true,
  'docker.deleted': true,
  'docker.promoted': true,
  'build.uploaded': true,
  'build.deleted': true,
  'build.promoted': true,
  'policy.violation': true,
  'release_bundle.created': true,
  'release_bundle.signed': true,
  'release_bundle.deleted': true,
  'distribution.distribute_started': true,
  'distribution.distribute_completed': true,
  'distribution.distribute_aborted': true,
  'distribution.distribute_failed': true,
  'distribution.delete_started': true,
  'distribution.delete_completed': true,
  'distribution.delete_failed': true,
  'artifactory_release_bundle.received': true,
  'artifactory_release_bundle.delete_started': true,
  'artifactory_release_bundle.delete_completed': true,
  'artifactory_release_bundle.delete_failed': true,
  'destination.received': true,
  'destination.delete_started': true,
  'destination.delete_completed': true,
  'destination.delete_failed': true,
  'release_bundle_v2.release_bundle_v2_started': true,
  'release_bundle_v2.release_bundle_v2_completed': true,
  'release_bundle_v2.release_bundle_v2_failed': true,
  'release_bundle_v2_promotion.release_bundle_v2_promotion_started': true,
  'release_bundle_v2_promotion.release_bundle_v2_promotion_completed': true,
  'release_bundle_v2_promotion.release_bundle_v2_promotion_failed': true,
  'user.locked': true,
};
export const allTypes = Object.keys(known) as EventType[];

export interface Recorded {
  inTransaction: PlatformEvent[];
  afterCommit: PlatformEvent[];
  /** Returns the events after commit since the last call, after waiting for `count` of them. */
  take(count: number): Promise<PlatformEvent[]>;
  stop(): void;
}

/** Records all events of a platform, in both kinds of subscribers. */
export function recordEvents(storage: Storage): Recorded {
  const [inTransaction, afterCommit]: [PlatformEvent[], PlatformEvent[]] = [[], []];
  const { platform } = storage;
  if (!platform) throw new Error('No platform announces events');
  const stop = platform.events.add({
    name: 'recorder',
    types: allTypes,
    inTransaction: async (events) => void inTransaction.push(...events),
    afterCommit: (events) => void afterCommit.push(...events),
  });
  return {
    inTransaction,
    afterCommit,
    stop,
    async take(count) {
      await vi.waitFor(
        () => {
          if (afterCommit.length < count) throw new Error(`${afterCommit.length} events of ${count}`);
        },
        { timeout: 10_000 },
      );
      return afterCommit.splice(0);
    },
  };
}

/** Formats events as sorted lines `type repo/path`, with the source path if any. */
export function linesOf(events: readonly PlatformEvent[]): string[] {
  const shortened = (text: string) => text.replaceAll(/sha256__[0-9a-f]{64}/g, 'DIGEST');
  return events.map(({ type, facts }) => `${type} ${shortened(whereOf(facts))}`).sort();
}

function whereOf(facts: PlatformEvent['facts']): string {
  if ('userName' in facts) return facts.userName;
  if ('environment' in facts) return `${facts.name} ${facts.version} to ${facts.environment}`;
  if ('packageName' in facts) return `${facts.packageName}@${facts.version} ${facts.kind} ${facts.subject}`;
  if ('number' in facts) return `${facts.name} ${facts.number}`;
  if ('version' in facts) return `${facts.name} ${facts.version}`;
  if ('image' in facts) {
    const from = facts.source ? ` from ${facts.source.repo}/${facts.source.image}:${facts.source.tag}` : '';
    return `${facts.repo}/${facts.image}:${facts.tag}${from}`;
  }
  const place = `${facts.repo}/${facts.path}`;
  if ('key' in facts) return `${place} ${facts.key}`;
  return 'source' in facts && facts.source
    ? `${place} from ${facts.source.repo}/${facts.source.path}`
    : place;
}
