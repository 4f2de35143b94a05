import type { ProjectRole } from '@lading/contract/rest';
import { listMembers } from '../projects/members.ts';

/** Members of a project with their roles. */
export interface ProjectMembers {
  readonly key: string;
  readonly users: ReadonlyMap<string, readonly ProjectRole[]>;
  readonly groups: ReadonlyMap<string, readonly ProjectRole[]>;
}

/** Throws `HttpError` 404 if the project was deleted. */
export async function readProjectMembers(key: string): Promise<ProjectMembers> {
  const [users, groups] = await Promise.all([listMembers(key, 'users'), listMembers(key, 'groups')]);
  return {
    key,
    users: new Map(users.map(({ name, roles }) => [name, roles])),
    groups: new Map(groups.map(({ name, roles }) => [name, roles])),
  };
}
