import type { UserData } from '@lading/contract/rest';
import type { Settings } from '../settings.ts';
import type { Caller } from './gateway.ts';
import { isGrantedAnywhere } from './permissions.ts';
import { administersAProject } from './projects/memberships.ts';
import { findUser } from './users.ts';

/** What the console is told of whoever uses it. */
export async function currentUser(caller: Caller, settings: Settings): Promise<UserData> {
  const user = caller.kind === 'user' ? await findUser(caller.userName) : undefined;
  return {
    name: caller.userName,
    admin: caller.admin,
    realm: user?.realm ?? '',
    mfaStatus: 'NONE',
    profileUpdatable: user?.profileUpdatable ?? false,
    existsInDB: user !== undefined,
    requireProfileUnlock: false,
    requireProfilePassword: false,
    anonAccessEnabled: settings.anonymousAccess,
    canDeploy: await isGrantedAnywhere(caller, 'deploy'),
    canManage: await isGrantedAnywhere(caller, 'manage'),
    projectAdmin: caller.admin || (await administersAProject(caller)),
  };
}
