import type { Http } from '@lading/contract';
import type { ProjectMembers, ProjectRole } from '@lading/contract/rest';

export interface MemberRow {
  readonly kind: 'user' | 'group';
  readonly name: string;
  readonly roles: readonly ProjectRole[];
}

export function memberPath(project: string, { kind, name }: Pick<MemberRow, 'kind' | 'name'>): string {
  return `/access/api/v1/projects/${project}/${kind}s/${encodeURIComponent(name)}`;
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
