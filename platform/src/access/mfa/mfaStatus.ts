import type { UserData } from '@lading/contract/rest';
import { authSettings } from '../configuration/authSettings.ts';
import type { User } from '../User.ts';

export type MfaStatus = 'NONE' | 'ENROLL' | 'VERIFY';

/** Returns the MFA step that follows the password. */
export function mfaStatusOf(user: Pick<User, 'mfaSince'>): MfaStatus {
  const policy = authSettings().mfa;
  if (policy === 'off') return 'NONE';
  if (user.mfaSince !== null) return 'VERIFY';
  return policy === 'required' ? 'ENROLL' : 'NONE';
}

/** Returns the console data of a pending user: the name, without any permissions. */
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
