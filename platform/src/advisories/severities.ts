/** Highest severity first; `unknown` without a rating. */
export const severities = ['critical', 'high', 'medium', 'low', 'info', 'unknown'] as const;
export type Severity = (typeof severities)[number];

/** Returns the common name in all databases: the first CVE, else the first of all names. */
export function vulnerabilityOf(id: string, aliases: readonly string[]): string {
  const names = [id, ...aliases].filter(Boolean).sort();
  return names.find((name) => /^CVE-\d/.test(name)) ?? names[0] ?? id;
}

const named: Readonly<Record<string, Severity>> = {
  CRITICAL: 'critical',
  HIGH: 'high',
  IMPORTANT: 'high',
  MODERATE: 'medium',
  MEDIUM: 'medium',
  LOW: 'low',
  INFO: 'info',
  INFORMATIONAL: 'info',
};

/** Returns the severity for a database's term or, without one, for a CVSS score. */
export function severityOf(name: unknown, score?: number): Severity {
  const known = typeof name === 'string' ? named[name.toUpperCase()] : undefined;
  if (known) return known;
  if (score === undefined) return 'unknown';
  return score >= 9 ? 'critical' : score >= 7 ? 'high' : score >= 4 ? 'medium' : score > 0 ? 'low' : 'info';
}
