import type { Http } from '@lading/contract';
import type {
  InviteRequest,
  NewUser,
  UserDetails,
  UserPage,
  UserPatch,
  UserSummary,
} from '@lading/contract/rest';
import { basedOn, fetchVersioned, type Versioned } from '@lading/ui/edit';
import type { FetchListPage } from '@lading/ui/list';

const CALL = '/access/api/v2/users';
const one = (name: string) => `${CALL}/${encodeURIComponent(name)}`;

/** A page of the list. Throws `HttpFailure`, as all of these do. */
export function fetchUserPage(http: Http): FetchListPage<UserSummary> {
  return async ({ search, sortBy, descending }, cursor, signal) => {
    const query = {
      ...(search === '' ? {} : { search }),
      ...(sortBy === 'name' ? {} : { sort_by: sortBy }),
      ...(descending ? { descending_order: true } : {}),
      ...(cursor === undefined ? {} : { cursor }),
      limit: 100,
    };
    const page = await http.json<UserPage>(CALL, { query, signal });
    return { rows: page.users, next: page.cursor };
  };
}

/** Names of users to select from, for what was typed. */
export async function findUserNames(http: Http, typed: string, signal: AbortSignal): Promise<string[]> {
  const query = { ...(typed === '' ? {} : { search: typed }), limit: 50 };
  const { users } = await http.json<UserPage>(CALL, { query, signal });
  return users.map(({ username }) => username);
}

export function fetchUser(http: Http, name: string, signal: AbortSignal): Promise<Versioned<UserDetails>> {
  return fetchVersioned<UserDetails>(http, one(name), { signal });
}

/** 400 for a name or password that may not be, 409 for a name that is taken. */
export function createUser(http: Http, user: NewUser): Promise<UserDetails> {
  return http.json<UserDetails>(CALL, { method: 'POST', body: user });
}

/** 409 if no administrator would remain, 412 if the user has changed since that version. */
export function changeUser(
  http: Http,
  name: string,
  change: UserPatch,
  version: string | undefined,
): Promise<UserDetails> {
  return http.json<UserDetails>(one(name), { method: 'PATCH', body: change, ...basedOn(version) });
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
