import type { UserData } from '@lading/contract/rest';
import { authSettings } from '../configuration/authSettings.ts';
import type { User } from '../User.ts';

export type MfaStatus = 'NONE' | 'ENROLL' | 'VERIFY';

/** What the platform asks of one who has shown his password. */
export function mfaStatusOf(user: Pick<User, 'mfaSince'>): MfaStatus {
  const policy = authSettings().mfa;
  if (policy === 'off') return 'NONE';
  if (user.mfaSince !== null) return 'VERIFY';
  return policy === 'required' ? 'ENROLL' : 'NONE';
}

/** As the console is told of one who is not in yet: his name, and nothing of what he may. */
export function pendingUser(user: User, mfaStatus: MfaStatus): UserData {
  return {
    name: user.name,
    admin: false,
    realm: user.realm,
    mfaStatus,
    profileUpdatable: false,
    existsInDB: true,
    requireProfileUnlock: false,
    requireProfilePassword: false,
    anonAccessEnabled: authSettings().anonymousAccess,
    canDeploy: false,
    canManage: false,
  };
}
