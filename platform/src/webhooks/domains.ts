import type { WebhookDomain } from '@lading/contract/rest';
import { isAnnouncedType } from './payload.ts';

type Criteria = WebhookDomain['criteria'];

const steps = (prefix: string, ...names: string[]) => names.map((name) => `${prefix}_${name}`);
const deletion = ['delete_started', 'delete_completed', 'delete_failed'];
const processed = ['started', 'failed', 'completed'];

/** Domains with their criteria and event types, under their established API names. */
const table: readonly [string, Criteria, readonly string[]][] = [
  ['artifact', 'repositories', ['deployed', 'deleted', 'moved', 'copied', 'cached']],
  ['artifact_property', 'repositories', ['added', 'deleted']],
  ['docker', 'repositories', ['pushed', 'deleted', 'promoted']],
  ['artifact_lifecycle', 'repositories', ['archive', 'restore']],
  ['build', 'builds', ['uploaded', 'deleted', 'promoted']],
  ['release_bundle', 'bundles', ['created', 'signed', 'deleted']],
  [
    'distribution',
    'bundles',
    [...steps('distribute', 'started', 'completed', 'aborted', 'failed'), ...deletion],
  ],
  ['artifactory_release_bundle', 'bundles', ['received', ...deletion]],
  ['destination', 'bundles', ['received', ...deletion]],
  ['release_bundle_v2', 'bundles', steps('release_bundle_v2', ...processed)],
  ['release_bundle_v2_promotion', 'environments', steps('release_bundle_v2_promotion', ...processed)],
  ['user', 'none', ['locked']],
  ['policy', 'none', ['violation']],
];

export const domains: readonly WebhookDomain[] = table.map(([domain, criteria, types]) => ({
  domain,
  criteria,
  event_types: types.map((name) => ({ name, produced: isAnnouncedType(`${domain}.${name}`) })),
}));

export function domainOf(name: string): WebhookDomain | undefined {
  return domains.find(({ domain }) => domain === name);
}
