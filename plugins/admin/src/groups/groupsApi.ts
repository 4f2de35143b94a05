import type { Http } from '@lading/contract';
import type {
  GroupDetails,
  GroupMembersChange,
  GroupPage,
  GroupPatch,
  GroupSummary,
  NewGroup,
} from '@lading/contract/rest';
import { basedOn, fetchVersioned, type Versioned } from '@lading/ui/edit';
import type { FetchListPage } from '@lading/ui/list';

const CALL = '/access/api/v2/groups';
const one = (name: string) => `${CALL}/${encodeURIComponent(name)}`;

/** Returns the groups by name. Like all functions here, throws `HttpFailure`. */
export async function fetchGroups(http: Http, signal?: AbortSignal): Promise<GroupSummary[]> {
  const { groups } = await http.json<{ groups: GroupSummary[] }>(CALL, signal ? { signal } : {});
  return groups;
}

/** A page of the list, by name. */
export function fetchGroupPage(http: Http): FetchListPage<GroupSummary> {
  return async ({ search }, cursor, signal) => {
    const query = {
      ...(search === '' ? {} : { search }),
      ...(cursor === undefined ? {} : { cursor }),
      limit: 100,
    };
    const page = await http.json<GroupPage>(CALL, { query, signal });
    return { rows: page.groups, next: page.cursor };
  };
}

/** Returns names of groups that contain the typed words. */
export async function findGroupNames(http: Http, typed: string, signal: AbortSignal): Promise<string[]> {
  const search = typed.trim();
  const query = { ...(search === '' ? {} : { search }), limit: 50 };
  const { groups } = await http.json<GroupPage>(CALL, { query, signal });
  return groups.map(({ group_name }) => group_name);
}

export function fetchGroup(http: Http, name: string, signal: AbortSignal): Promise<Versioned<GroupDetails>> {
  return fetchVersioned<GroupDetails>(http, one(name), { signal });
}

/** Fails with 400 for an invalid name, and with 409 if the name is taken. */
export function createGroup(http: Http, group: NewGroup): Promise<GroupDetails> {
  return http.json<GroupDetails>(CALL, { method: 'POST', body: group });
}

/**
 * Fails with 409 if no administrator would remain, and with 412 if the group has changed since that
 * version.
 */
export function changeGroup(
  http: Http,
  name: string,
  change: GroupPatch,
  version: string | undefined,
): Promise<GroupDetails> {
  return http.json<GroupDetails>(one(name), { method: 'PATCH', body: change, ...basedOn(version) });
}

/** Adds and removes members. Fails like `changeGroup`. */
export function changeMembers(
  http: Http,
  name: string,
  change: GroupMembersChange,
  version: string | undefined,
): Promise<unknown> {
  const options = { method: 'PATCH', body: change, ...basedOn(version) } as const;
  return http.json<unknown>(`${one(name)}/members`, options);
}

/** Fails with 409 if no administrator would remain. */
export function deleteGroup(http: Http, name: string): Promise<void> {
  return http.json<void>(one(name), { method: 'DELETE' });
}
