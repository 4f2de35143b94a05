import type { AccessRequestOptions, ProjectRole, ResourcePermission } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { callerOfUser } from '../access/authentication.ts';
import type { Caller } from '../access/Caller.ts';
import { administratorGroups } from '../access/effective/subjects.ts';
import { allows, allowsProject, decidedBefore } from '../access/gateway.ts';
import { pluginsRepository } from '../access/grants/CallerGrants.ts';
import { anyRepository, targetsOn } from '../access/grants/PermissionIndex.ts';
import { keptPermissions } from '../access/grants/permissionTable.ts';
import { covers, coversAll, grants } from '../access/permissions/permissions.ts';
import { placeOfRepository, projectOfRepository } from '../access/projects/repositoryProjects.ts';
import { actionsOf, projectRoles } from '../access/projects/roles.ts';
import type { User } from '../access/User.ts';
import { db } from '../database/db.ts';
import { findRepository } from '../repositories/repositories.ts';
import { hasAccess } from './hasAccess.ts';
import type { RequestRow } from './requestTable.ts';

const most = 100;
const mostRepositories = 5;
const administrator: ProjectRole = 'Project Admin';

type Permission = AccessRequestOptions['permissions'][number];

/** How the caller can grant the request. Without a way, only a new permission can. */
export async function waysToGrant(
  caller: Caller,
  request: Pick<RequestRow, 'repository' | 'path' | 'action'>,
  user: User,
): Promise<AccessRequestOptions> {
  const { repository, action } = request;
  const asked = callerOfUser(user, 'none');
  const project = (await projectOfRepository(repository)) ?? null;
  const ways: AccessRequestOptions = {
    ...{ allowed: await hasAccess(asked, request), permissions: [], groups: [], roles: [], project },
  };
  // Permissions do not contain what only administrators can do. The right to publish plugins is
  // given by a permission of its own, not on request.
  const publishes = repository === pluginsRepository && action === 'deploy';
  const possible = !publishes && decidedBefore(asked, action, repository) === undefined;
  if (!possible || !(await findRepository(repository))) return ways;
  if (project !== null && (await allowsProject(caller, 'members', project)))
    ways.roles = projectRoles.filter(
      (role) => role !== administrator && actionsOf(role).includes(grants[action]),
    );
  if (!(await allows(caller, 'admin', 'system'))) return ways;
  return { ...ways, ...(await byPermissions(request, user)) };
}

async function byPermissions(
  { repository, path, action }: Pick<RequestRow, 'repository' | 'path' | 'action'>,
  user: User,
): Promise<Pick<AccessRequestOptions, 'permissions' | 'groups'>> {
  const index = await keptPermissions().within([repository]);
  const applying = new Set(targetsOn(await placeOfRepository(repository)));
  const administrators = await administratorGroups();
  const names: string[] = [];
  const groups = new Set<string>();
  for (const { name, artifact } of index.artifacts()) {
    if (
      !Object.entries(artifact.targets).some(
        ([key, target]) => applying.has(key) && (path === '' ? coversAll(target) : covers(target, path)),
      )
    )
      continue;
    names.push(name);
    for (const group of groupsWith(artifact, grants[action]))
      if (!administrators.has(group) && !user.groups.includes(group)) groups.add(group);
  }
  return {
    permissions: await withRepositories(names.sort(byName).slice(0, most)),
    groups: [...groups].sort(byName).slice(0, most),
  };
}

const byName = (one: string, other: string) => (one < other ? -1 : 1);

/** Adds the repositories, because adding a user to a permission grants access to each of them. */
async function withRepositories(names: readonly string[]): Promise<Permission[]> {
  const { rows } = await db().execute<{ name: string; keys: string[]; count: number }>(sql`
    SELECT p.name, (array_agg(t.key ORDER BY t.key <> ${anyRepository}, t.key NOT LIKE 'ANY %', t.key))[1:${sql.raw(String(mostRepositories))}] AS keys,
      count(*)::integer AS count
    FROM permissions p, jsonb_object_keys(p.resources #> '{artifact,targets}') AS t(key)
    WHERE p.name = ANY(${sql.param([...names])}::text[]) GROUP BY p.name ORDER BY p.name COLLATE "C"`);
  return rows.map(({ name, keys, count }) =>
    keys[0] === anyRepository
      ? { name, repositories: [anyRepository], count: 1 }
      : { name, repositories: keys, count },
  );
}

function groupsWith({ actions }: ResourcePermission, action: string): string[] {
  return Object.entries(actions.groups).flatMap(([group, list]) =>
    list.some((each) => each === action) ? [group] : [],
  );
}
