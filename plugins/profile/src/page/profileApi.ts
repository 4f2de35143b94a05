import type { Http } from '@lading/contract';
import type { ProfileChange, ProfileUnlock, UserProfile } from '@lading/contract/rest';

const CALL = '/ui/api/v1/ui/userProfile';

/** Throws `HttpFailure`, like the other functions of this module. */
export function readProfile(http: Http, signal?: AbortSignal): Promise<UserProfile> {
  return http.json(CALL, signal ? { signal } : {});
}

/** 403 `REAUTHENTICATION_FAILED` for a wrong password, 429 after too many attempts. */
export function unlockProfile(http: Http, password: string): Promise<UserProfile> {
  return http.json(CALL, { method: 'POST', body: { password } satisfies ProfileUnlock });
}

/** 403 `REAUTHENTICATION_REQUIRED` while the profile is locked; 400 for a rejected value. */
export function saveProfile(http: Http, change: ProfileChange): Promise<UserProfile> {
  return http.json(CALL, { method: 'PUT', body: change });
}
