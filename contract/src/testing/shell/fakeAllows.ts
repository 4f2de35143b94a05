import type { Entitlement, Requirement, Role, ScanningPermission } from '../../requirement.ts';
import type { ShellApi } from '../../shell/ShellApi.ts';

const RANK: Readonly<Record<Role, number>> = { anyone: 0, user: 1, projectAdmin: 2, admin: 3 };

/** As the shell decides, for one that is not in the cloud. */
export function fakeAllows(
  shell: Pick<ShellApi, 'user' | 'licence' | 'features' | 'services' | 'project'> & {
    readonly withheld: ReadonlySet<Entitlement | ScanningPermission>;
  },
  requires: Requirement = {},
): boolean {
  const { licence, features = [], withoutFeatures = [], services = [], role = 'user', cloud } = requires;
  const { type } = shell.licence;
  return (
    !requires.hidden &&
    RANK[roleOf(shell.user.current)] >= RANK[role] &&
    (!licence || type !== undefined) &&
    (!Array.isArray(licence) || (type !== undefined && licence.includes(type))) &&
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
