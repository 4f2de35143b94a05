import type { OperationalRisk } from '@lading/contract/rest';

const year = 365.25 * 86_400_000;

export interface Facts {
  deprecated: boolean;
  /** Milliseconds since 1970: when the version came; of a package, when its newest one did. */
  released: number;
  /** Of the package. */
  versions: number;
  /** It is the version that the package shows. */
  latest: boolean;
}

/**
 * How risky it is to build on, from what is known here alone (`docs/administrator-guide.md` says the same): high when its publisher says that it
 * should not be used, or nothing came for four years; medium after two years; low after one, when there are fewer than three
 * releases to judge by, or when a newer one is there.
 */
export function operationalRisk(facts: Facts, now = Date.now()): OperationalRisk {
  const years = (now - facts.released) / year;
  if (facts.deprecated || years >= 4) return { riskLevel: 'high' };
  if (years >= 2) return { riskLevel: 'medium' };
  if (years >= 1 || facts.versions < 3 || !facts.latest) return { riskLevel: 'low' };
  return { riskLevel: 'none' };
}
