import type { Http } from '@lading/contract';
import type { InviteRequest, NewUser, UserDetails, UserPatch, UserSummary } from '@lading/contract/rest';

const CALL = '/access/api/v2/users';
const one = (name: string) => `${CALL}/${encodeURIComponent(name)}`;

/** By name. Throws `HttpFailure`, as all of these do. */
export async function fetchUsers(http: Http, signal?: AbortSignal): Promise<UserSummary[]> {
  const { users } = await http.json<{ users: UserSummary[] }>(CALL, signal ? { signal } : {});
  return users;
}

export function fetchUser(http: Http, name: string, signal: AbortSignal): Promise<UserDetails> {
  return http.json<UserDetails>(one(name), { signal });
}

/** 400 for a name or password that may not be, 409 for a name that is taken. */
export function createUser(http: Http, user: NewUser): Promise<UserDetails> {
  return http.json<UserDetails>(CALL, { method: 'POST', body: user });
}

/** Fails with 409 if no administrator would remain. */
export function changeUser(http: Http, name: string, change: UserPatch): Promise<UserDetails> {
  return http.json<UserDetails>(one(name), { method: 'PATCH', body: change });
}

/**
 * Fails with 400 for an invalid email address, 409 `USER_EXISTS`, or 409 `MAIL_OFF` if no email
 * server is configured.
 */
export async function inviteUser(http: Http, invitation: InviteRequest): Promise<void> {
  await http.json('/access/api/v1/users/invite', { method: 'POST', body: invitation });
}

/** Fails with 404 if the user does not exist. */
export async function removeSecondFactor(http: Http, name: string): Promise<void> {
  await http.json(`/access/api/v1/mfa/${encodeURIComponent(name)}`, { method: 'DELETE' });
}

/** Fails with 409 if no administrator would remain. */
export function deleteUser(http: Http, name: string): Promise<void> {
  return http.json<void>(one(name), { method: 'DELETE' });
}
