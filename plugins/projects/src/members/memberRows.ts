import type { Http } from '@lading/contract';
import type { ProjectMember, ProjectMembers, ProjectRole } from '@lading/contract/rest';
import { basedOn, fetchVersioned, type Versioned } from '@lading/ui/edit';

export interface MemberRow {
  readonly kind: 'user' | 'group';
  readonly name: string;
  readonly roles: readonly ProjectRole[];
}

export function memberPath(project: string, { kind, name }: Pick<MemberRow, 'kind' | 'name'>): string {
  return `/access/api/v1/projects/${project}/${kind}s/${encodeURIComponent(name)}`;
}

/** The member as it is now. Throws `HttpFailure`, with status 404 if it was removed. */
export async function fetchMember(
  http: Http,
  project: string,
  row: MemberRow,
): Promise<Versioned<MemberRow>> {
  const { value, version } = await fetchVersioned<ProjectMember>(http, memberPath(project, row));
  return { value: { ...row, ...value }, version };
}

/** Throws `HttpFailure`, with status 412 if the member has changed since that version. */
export async function saveMember(
  http: Http,
  project: string,
  member: MemberRow,
  version: string | undefined,
): Promise<void> {
  const body = { roles: [...member.roles] };
  await http.json(memberPath(project, member), { method: 'PUT', body, ...basedOn(version) });
}

/** Names of users are the same in uppercase and lowercase; those of groups are not. */
export function isSameMember(one: MemberRow, other: MemberRow): boolean {
  const nameOf = ({ kind, name }: MemberRow) => (kind === 'user' ? name.toLowerCase() : name);
  return one.kind === other.kind && nameOf(one) === nameOf(other);
}

/** Returns users first, then groups, in the order of the server. */
export async function fetchMembers(http: Http, project: string, signal?: AbortSignal): Promise<MemberRow[]> {
  const fetch = (kind: 'users' | 'groups') =>
    http.json<ProjectMembers>(`/access/api/v1/projects/${project}/${kind}`, signal ? { signal } : {});
  const [users, groups] = await Promise.all([fetch('users'), fetch('groups')]);
  return [
    ...users.members.map((member): MemberRow => ({ kind: 'user', ...member })),
    ...groups.members.map((member): MemberRow => ({ kind: 'group', ...member })),
  ];
}
