import type { Http } from '@lading/contract';
import type { ProfileChange, ProfileUnlock, UserProfile } from '@lading/contract/rest';

const CALL = '/ui/api/v1/ui/userProfile';

/** Throws `HttpFailure`, as the others here. */
export function readProfile(http: Http, signal?: AbortSignal): Promise<UserProfile> {
  return http.json(CALL, signal ? { signal } : {});
}

/** 403 `REAUTHENTICATION_FAILED` for a wrong password, 429 for too many. */
export function unlockProfile(http: Http, password: string): Promise<UserProfile> {
  return http.json(CALL, { method: 'POST', body: { password } satisfies ProfileUnlock });
}

/** 403 `REAUTHENTICATION_REQUIRED` while it is locked; 400 for a value that is refused. */
export function saveProfile(http: Http, change: ProfileChange): Promise<UserProfile> {
  return http.json(CALL, { method: 'PUT', body: change });
}
