import type { UserData } from '@lading/contract/rest';

type Profile = Pick<
  UserData,
  'existsInDB' | 'requireProfilePassword' | 'requireProfileUnlock' | 'profileUpdatable'
>;

/**
 * Profile-password rule. It applies if the profile exists, needs a password, and is either locked
 * or updatable.
 */
export function profilePasswordRule(profile: Profile): boolean {
  const { existsInDB, requireProfilePassword, requireProfileUnlock: locked, profileUpdatable } = profile;
  return existsInDB && requireProfilePassword && (locked || profileUpdatable);
}
