import type { BundlePackage, FoundSeverity } from '@lading/contract/rest';
import { SeverityCounts, useText } from '@lading/ui';
import { messages } from './messages.ts';

/** Shows the counts by severity of a package version, or why they are unknown. */
export function ScanSummary({ scan, vulnerabilities }: Pick<BundlePackage, 'scan' | 'vulnerabilities'>) {
  const text = useText();
  if (!vulnerabilities)
    return (
      <span className="ld-soft">{text(scan === 'pending' ? messages.pending : messages.notScanned)}</span>
    );
  const counts = countsOf(vulnerabilities);
  return counts.length === 0 ? text(messages.noneKnown) : <SeverityCounts counts={counts} />;
}

/** Severities with findings, highest first. */
export function countsOf(vulnerabilities: NonNullable<BundlePackage['vulnerabilities']>) {
  const all = Object.entries(vulnerabilities) as [FoundSeverity, number][];
  return all.filter(([, count]) => count > 0);
}
