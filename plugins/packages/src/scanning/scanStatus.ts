import type { Message, ShellApi } from '@lading/contract';
import { message } from '@lading/contract';
import type { Vulnerabilities } from '@lading/contract/rest';

export const messages = {
  notScanned: message('packages.scan.notScanned', 'Not Scanned'),
  unavailable: message('packages.scan.unavailable', 'Xray is unavailable'),
  needsLicense: message('packages.scan.needsLicense', 'Requires an Xray license'),
  noneKnown: message('packages.scan.noneKnown', 'None known'),
  nothingFound: message('packages.scan.nothingFound', 'No known vulnerabilities'),
} as const;

/** Minimum license rank that includes scanning. */
const SCANNING_RANK = 2;

export function isLicensed({ license }: Pick<ShellApi, 'license'>): boolean {
  return license.rank >= SCANNING_RANK;
}

/**
 * Also true until it is known whether scanning is available, so that the content does not move
 * later.
 */
export function mayBeScanned({ services }: Pick<ShellApi, 'services'>): boolean {
  return services.available('xray') || !services.known;
}

export type SeverityCount = readonly [severity: keyof Vulnerabilities, count: number];

/**
 * Returns the reason for a missing scan result, or the severities that were found. `unknown`: the
 * available services are not loaded yet.
 */
export function scanStatus(
  shell: Pick<ShellApi, 'services' | 'license'>,
  found: Vulnerabilities | null,
): 'unknown' | { readonly missing: Message } | { readonly severities: readonly SeverityCount[] } {
  if (!shell.services.known) return 'unknown';
  if (!shell.services.available('xray')) return { missing: messages.unavailable };
  if (!isLicensed(shell)) return { missing: messages.needsLicense };
  if (!found) return { missing: messages.notScanned };
  const severities = Object.entries(found) as [keyof Vulnerabilities, number][];
  return { severities: severities.filter(([, count]) => count > 0) };
}
