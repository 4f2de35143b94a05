import type { UserData } from '@lading/contract/rest';
import type { Settings } from '../settings/settings.ts';
import type { Caller } from './Caller.ts';
import { passwordDaysLeft } from './passwords/passwordAge.ts';
import { isGrantedAnywhere } from './permissions/permissions.ts';
import { administeredProjects } from './projects/memberships.ts';
import type { User } from './User.ts';
import { findUser } from './users.ts';

interface KnownOfUser {
  /** Whether the profile is unlocked in this session. */
  unlocked?: boolean;
  /** The user, if already read. */
  user?: User;
}

/** Returns the console data of the caller. */
export async function currentUser(
  caller: Caller,
  settings: Settings,
  { unlocked = false, user: read }: KnownOfUser = {},
): Promise<UserData> {
  const user = read ?? (caller.kind === 'user' ? await findUser(caller.userName) : undefined);
  const daysLeft = user ? passwordDaysLeft(user) : undefined;
  const administered = caller.admin ? undefined : await administeredProjects(caller);
  const hasPassword = user !== undefined && user.passwordHash !== null;
  return {
    name: caller.userName,
    admin: caller.admin,
    realm: user?.realm ?? '',
    mfaStatus: 'NONE',
    profileUpdatable: user?.profileUpdatable ?? false,
    existsInDB: user !== undefined,
    requireProfileUnlock: hasPassword && !unlocked,
    requireProfilePassword: hasPassword,
    anonAccessEnabled: settings.anonymousAccess,
    canDeploy: await isGrantedAnywhere(caller, 'deploy'),
    canManage: await isGrantedAnywhere(caller, 'manage'),
    canDelete: await isGrantedAnywhere(caller, 'delete'),
    projectAdmin: administered === undefined || administered.length > 0,
    ...(administered === undefined ? {} : { administeredProjects: administered }),
    ...(daysLeft === undefined ? {} : { currentPasswordValidFor: daysLeft }),
  };
}
