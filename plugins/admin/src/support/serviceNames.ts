import type { ServiceName } from '@lading/contract/rest';

/** Names of products, the same in all languages. */
const NAMES: Partial<Record<ServiceName, string>> = {
  artifactory: 'Artifactory',
  distribution: 'Distribution',
  xray: 'Xray',
  mc: 'Mission Control',
  insight: 'Insight',
  tracker: 'Tracker',
};

export function serviceLabel(service: ServiceName): string {
  return NAMES[service] ?? service;
}
