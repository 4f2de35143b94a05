import { LICENSE_RANK, type ShellApi } from '@lading/contract';

/** The least licence rank at which scanning says all that it knows. */
const WHOLE_SCANNING = LICENSE_RANK.ENTERPRISE;

/**
 * Whether there is scanning, but not with an enterprise licence. Calls for packages and versions are told so: they then ask for the
 * severities alone, not for the operational risk and not by CVE.
 */
export function basicScanning(shell: Pick<ShellApi, 'services' | 'licence'>): boolean {
  return shell.services.available('xray') && shell.licence.rank < WHOLE_SCANNING;
}
