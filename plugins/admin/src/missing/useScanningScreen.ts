import { LICENSE_RANK, type LicenseType } from '@lading/contract';
import { useShell } from '@lading/ui';

/** Where whoever scans packages has its policies. */
export const SECURITY_POLICIES = '/admin/security_policies';

/** The licences that scanning comes with: those for which the platform answers, by their rank. */
export const SCANNING_LICENCES: readonly LicenseType[] = (Object.keys(LICENSE_RANK) as LicenseType[]).filter(
  (type) => LICENSE_RANK[type] >= LICENSE_RANK.COMMERCIAL,
);

/** Whether the policies are the page to show: scanning is there, the licence comes with it, and a plug-in has the page. */
export function useScanningScreen(): boolean {
  const shell = useShell();
  const { services, licence } = shell;
  if (!services.available('xray') || licence.type === undefined) return false;
  if (!SCANNING_LICENCES.includes(licence.type)) return false;
  return shell.contributions('routes').some(({ value }) => value.path === SECURITY_POLICIES);
}
