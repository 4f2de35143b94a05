import type { UserData } from '@lading/contract/rest';

type Profile = Pick<
  UserData,
  'existsInDB' | 'requireProfilePassword' | 'requireProfileUnlock' | 'profileUpdatable'
>;

/**
 * The profile-password rule: the profile exists and needs a password but is not unlocked; or it exists, may be changed,
 * needs a password and is unlocked.
 */
export function profilePasswordRule(profile: Profile): boolean {
  const { existsInDB, requireProfilePassword, requireProfileUnlock: locked, profileUpdatable } = profile;
  return existsInDB && requireProfilePassword && (locked || profileUpdatable);
}
