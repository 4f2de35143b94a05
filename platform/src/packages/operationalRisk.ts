import type { OperationalRisk } from '@lading/contract/rest';

const year = 365.25 * 86_400_000;

export interface Facts {
  deprecated: boolean;
  /** Milliseconds since 1970: release of the version; for packages, of the newest version. */
  released: number;
  /** Number of versions of the package. */
  versions: number;
  /** Whether it is the version that the package shows. */
  latest: boolean;
}

/**
 * Rates operational risk from local data only (documented in `docs/administrator-guide.md`). High:
 * deprecated, or no release for four years. Medium: none for two years. Low: none for one year,
 * fewer than three versions, or a newer version exists.
 */
export function operationalRisk(facts: Facts, now = Date.now()): OperationalRisk {
  const years = (now - facts.released) / year;
  if (facts.deprecated || years >= 4) return { riskLevel: 'high' };
  if (years >= 2) return { riskLevel: 'medium' };
  if (years >= 1 || facts.versions < 3 || !facts.latest) return { riskLevel: 'low' };
  return { riskLevel: 'none' };
}
