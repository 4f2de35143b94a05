import type { Http } from '@lading/contract';
import type { ProjectMembers, ProjectRole } from '@lading/contract/rest';
import { PagedRows } from '@lading/ui/table';

export interface MemberRow {
  readonly kind: 'user' | 'group';
  readonly name: string;
  readonly roles: readonly ProjectRole[];
}

/** Users first, then groups, each by name as the platform gives them. */
export function memberRows(http: Http, project: string): PagedRows<MemberRow> {
  return new PagedRows(async (_after, signal) => {
    const ask = (kind: 'users' | 'groups') =>
      http.json<ProjectMembers>(`/access/api/v1/projects/${project}/${kind}`, { signal });
    const [users, groups] = await Promise.all([ask('users'), ask('groups')]);
    const rows = [
      ...users.members.map((member): MemberRow => ({ kind: 'user', ...member })),
      ...groups.members.map((member): MemberRow => ({ kind: 'group', ...member })),
    ];
    return { rows, next: undefined, total: rows.length };
  });
}
