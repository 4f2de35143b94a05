import type { Entitlement, Requirement, Role, ScanningPermission } from '../../requirement.ts';
import type { ShellApi } from '../../shell/ShellApi.ts';

const RANK: Readonly<Record<Role, number>> = { anyone: 0, user: 1, projectAdmin: 2, admin: 3 };

/** Decides like the shell of a self-hosted platform. */
export function fakeAllows(
  shell: Pick<ShellApi, 'user' | 'license' | 'features' | 'services' | 'project'> & {
    readonly withheld: ReadonlySet<Entitlement | ScanningPermission>;
  },
  requires: Requirement = {},
): boolean {
  const { license, features = [], withoutFeatures = [], services = [], role = 'user', cloud } = requires;
  const { type } = shell.license;
  return (
    !requires.hidden &&
    RANK[roleOf(shell.user.current)] >= RANK[role] &&
    (!license || type !== undefined) &&
    (!Array.isArray(license) || (type !== undefined && license.includes(type))) &&
    features.every((name) => shell.features.supported(name)) &&
    !withoutFeatures.some((name) => shell.features.supported(name)) &&
    services.every((name) => shell.services.available(name)) &&
    !(requires.entitlements ?? []).some((name) => shell.withheld.has(name)) &&
    !(requires.scanning ?? []).some((name) => shell.withheld.has(name)) &&
    cloud !== true &&
    (requires.project === undefined || (requires.project === 'one') === (shell.project.current !== undefined))
  );
}

function roleOf(user: ShellApi['user']['current']): Role {
  if (!user || user.anonymous) return 'anyone';
  if (user.admin) return 'admin';
  return user.projectAdmin ? 'projectAdmin' : 'user';
}
