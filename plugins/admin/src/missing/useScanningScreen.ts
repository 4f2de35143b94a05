import { LICENSE_RANK, type LicenseType } from '@lading/contract';
import { useShell } from '@lading/ui';

/** Path of the policies of the scanning service. */
export const SECURITY_POLICIES = '/admin/security_policies';

/** Licenses that include scanning. */
export const SCANNING_LICENSES: readonly LicenseType[] = (Object.keys(LICENSE_RANK) as LicenseType[]).filter(
  (type) => LICENSE_RANK[type] >= LICENSE_RANK.COMMERCIAL,
);

/**
 * Whether to show the policies page: scanning is available, the license includes it, and a plugin
 * provides the page.
 */
export function useScanningScreen(): boolean {
  const shell = useShell();
  const { services, license } = shell;
  if (!services.available('xray') || license.type === undefined) return false;
  if (!SCANNING_LICENSES.includes(license.type)) return false;
  return shell.contributions('routes').some(({ value }) => value.path === SECURITY_POLICIES);
}
