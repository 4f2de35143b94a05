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

/** Returns users first, then groups, in the order of the server. */
export async function fetchMembers(http: Http, project: string, signal: AbortSignal): Promise<MemberRow[]> {
  const fetch = (kind: 'users' | 'groups') =>
    http.json<ProjectMembers>(`/access/api/v1/projects/${project}/${kind}`, { signal });
  const [users, groups] = await Promise.all([fetch('users'), fetch('groups')]);
  return [
    ...users.members.map((member): MemberRow => ({ kind: 'user', ...member })),
    ...groups.members.map((member): MemberRow => ({ kind: 'group', ...member })),
  ];
}
