import type { Severity, VulnerabilityFilter } from '@lading/contract/rest';
import { readList } from './readKeys.ts';

/** Severities that lists can be filtered by, highest first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;

export function readSeverities(keys: URLSearchParams): string[] {
  const known: readonly string[] = SEVERITIES;
  return readList(keys, 'severities')
    .map((severity) => severity.toLowerCase())
    .filter((severity) => known.includes(severity));
}

/** At least one of the severities must occur, with a count of at least one. */
export function vulnerabilityFilter(severities: readonly string[]): {
  vulnerabilities?: VulnerabilityFilter | VulnerabilityFilter[];
} {
  const found = severities.map((severity) => ({ severity: severity.toUpperCase() as Severity, countMin: 1 }));
  return found[0] ? { vulnerabilities: found.length === 1 ? found[0] : found } : {};
}
