import type { ScanPolicy, ScanSeverity } from '@lading/contract/rest';

/** Form values of the policy. */
export interface PolicyValues {
  readonly enabled: boolean;
  readonly allowed: readonly string[];
  readonly banned: readonly string[];
  readonly unknownViolates: boolean;
  readonly missingViolatesEverywhere: boolean;
  readonly minSeverity: ScanSeverity | '';
}

export function valuesOf({ licenses, security }: ScanPolicy): PolicyValues {
  return {
    ...licenses,
    missingViolatesEverywhere: licenses.missingViolatesEverywhere ?? false,
    minSeverity: security.minSeverity ?? '',
  };
}

export function policyOf({ allowed, banned, minSeverity, ...licenses }: PolicyValues): ScanPolicy {
  return {
    licenses: { ...licenses, allowed: entriesOf(allowed), banned: entriesOf(banned) },
    security: { minSeverity: minSeverity === '' ? null : minSeverity },
  };
}

/** A line can have several entries, comma-separated. */
function entriesOf(lines: readonly string[]): string[] {
  return [...new Set(lines.flatMap((line) => line.split(',')).map((entry) => entry.trim()))].filter(Boolean);
}
