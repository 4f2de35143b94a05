import type { Entitlement, Entitlements, LicenseType, ServiceName } from '@lading/contract/rest';
import { rankOf } from './license.ts';

interface Needs {
  /** Minimum rank of the license. */
  rank: number;
  /** Required license types, if the rank is not sufficient to decide. */
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

/** Returns which available features the license includes. */
export function entitlementsOf(
  license: LicenseType | 'N/A',
  services: ReadonlySet<ServiceName>,
): Entitlements {
  const entitled = ({ rank, types, service }: Needs) =>
    rankOf(license) >= rank &&
    (types === undefined || types.some((type) => type === license)) &&
    (service === undefined || services.has(service));
  const names = Object.keys(needs) as Entitlement[];
  return { entitlements: names.map((name) => ({ name, entitled: entitled(needs[name]) })) };
}
