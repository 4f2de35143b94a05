import type { AuditEventName } from '@lading/contract/rest';
import { audit } from '../access/audit/audit.ts';
import type { EventType, FactsByType, PlatformEvent } from '../events/Event.ts';
import type { Platform } from '../platform/Platform.ts';

/** Everything that the facts of one of these events can have. */
interface Facts {
  name: string;
  version: string;
  message?: string;
  environment?: string;
  edge?: string;
  source?: string;
}

type BundleEventType = {
  [T in EventType]: FactsByType[T] extends Facts ? T : never;
}[EventType];

/** `{0}` is the bundle version. Beginnings are not recorded, except those of distributions. */
const recorded = {
  'release_bundle_v2.release_bundle_v2_completed': ['release-bundle-changed', '{0} created and signed'],
  'release_bundle_v2.release_bundle_v2_failed': ['release-bundle-changed', 'Failed to create {0}'],
  'release_bundle.deleted': ['release-bundle-changed', '{0} deleted'],
  'release_bundle_v2_promotion.release_bundle_v2_promotion_completed': [
    'release-bundle-promoted',
    '{0} promoted to {environment}',
  ],
  'release_bundle_v2_promotion.release_bundle_v2_promotion_failed': [
    'release-bundle-promoted',
    'Failed to promote {0} to {environment}',
  ],
  'distribution.distribute_started': ['release-bundle-distributed', 'Distribution of {0} to {edge} started'],
  'distribution.distribute_completed': ['release-bundle-distributed', '{0} distributed to {edge}'],
  'distribution.distribute_aborted': ['release-bundle-distributed', 'Distribution of {0} to {edge} aborted'],
  'distribution.distribute_failed': ['release-bundle-distributed', 'Failed to distribute {0} to {edge}'],
  'distribution.delete_started': ['release-bundle-distributed', 'Removal of {0} from {edge} started'],
  'distribution.delete_completed': ['release-bundle-distributed', '{0} removed from {edge}'],
  'distribution.delete_failed': ['release-bundle-distributed', 'Failed to remove {0} from {edge}'],
  'destination.received': ['release-bundle-received', '{0} received from {source}'],
  'destination.delete_completed': ['release-bundle-received', '{0}, received from {source}, removed'],
  'destination.delete_failed': ['release-bundle-received', 'Failed to remove {0}, received from {source}'],
} as const satisfies Partial<Record<BundleEventType, readonly [AuditEventName, string]>>;

type Recorded = keyof typeof recorded;

/** Writes audit records of release bundles together with the changes that they describe. */
export function auditBundles(platform: Pick<Platform, 'events'>): () => void {
  return platform.events.add<Recorded>({
    name: 'audit-release-bundles',
    types: Object.keys(recorded) as Recorded[],
    inTransaction: async (events) => {
      for (const event of events) await write(event);
    },
  });
}

async function write(event: PlatformEvent<Recorded>): Promise<void> {
  const facts: Facts = event.facts;
  const [name, text] = recorded[event.type];
  const { message = '' } = facts;
  const words: Readonly<Record<string, string | undefined>> = {
    ...facts,
    0: `release bundle ${facts.name} ${facts.version}`,
  };
  const detail = text.replace(/\{(\w+)\}/g, (_, key: string) => words[key] ?? '');
  await audit(
    { address: event.address ?? '', client: '' },
    {
      event: name,
      outcome: event.type.endsWith('_failed') ? 'failure' : 'success',
      user: event.by,
      detail: `${detail.charAt(0).toUpperCase()}${detail.slice(1)}${message && `: ${message}`}`,
    },
  );
}
