import type { Entitlement, Entitlements, LicenseType, ServiceName } from '@lading/contract/rest';
import { rankOf } from './licence.ts';

interface Needs {
  /** The least rank. */
  rank: number;
  /** One of these types, where the rank alone does not say it. */
  types?: readonly LicenseType[];
  service?: ServiceName;
}

const edgeOrPlus: readonly LicenseType[] = ['EDGE', 'EDGE_TRIAL', 'ENTERPRISE_PLUS', 'ENTERPRISE_PLUS_TRIAL'];

const needs: Readonly<Record<Entitlement, Needs>> = {
  packages: { rank: 1 },
  webhooks: { rank: 2 },
  projects: { rank: 2 },
  git_integrations: { rank: 2, service: 'xray' },
  high_availability: { rank: 4 },
  release_bundles: { rank: 4, types: edgeOrPlus, service: 'distribution' },
  security_scanning: { rank: 2, service: 'xray' },
};

/** What the licence allows of what is there. */
export function entitlementsOf(
  licence: LicenseType | 'N/A',
  services: ReadonlySet<ServiceName>,
): Entitlements {
  const entitled = ({ rank, types, service }: Needs) =>
    rankOf(licence) >= rank &&
    (types === undefined || types.some((type) => type === licence)) &&
    (service === undefined || services.has(service));
  const names = Object.keys(needs) as Entitlement[];
  return { entitlements: names.map((name) => ({ name, entitled: entitled(needs[name]) })) };
}
