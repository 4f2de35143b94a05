import { LICENSE_RANK, type ShellApi } from '@lading/contract';

/** Minimum license rank for full scanning results. */
const WHOLE_SCANNING = LICENSE_RANK.ENTERPRISE;

/**
 * Whether scanning is available, but without an enterprise license. Calls for packages and versions
 * then request only severities, without operational risk and CVEs.
 */
export function basicScanning(shell: Pick<ShellApi, 'services' | 'license'>): boolean {
  return shell.services.available('xray') && shell.license.rank < WHOLE_SCANNING;
}
