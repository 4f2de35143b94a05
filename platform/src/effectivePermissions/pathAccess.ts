import type { PathAccess } from '@lading/contract/rest';
import type { Caller } from '../access/Caller.ts';
import {
  administratorGroups,
  type Named,
  namedUsers,
  signedIn,
  subjectWithin,
} from '../access/effective/subjects.ts';
import { keptPermissions } from '../access/grants/permissionTable.ts';
import { decodeCursor, encodeCursor, type ListName } from '../database/cursor.ts';
import { requireRepository } from '../repositories/repositories.ts';
import { effectiveActions, type PlacesByAction, placesByAction } from './effectiveActions.ts';
import { concernedRepositories, Projects } from './places.ts';

interface PathQuery {
  readonly repository: string;
  readonly path?: string | undefined;
  /** Part of the user name. */
  readonly search?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Caller of anonymous requests. */
  readonly anonymous: Caller;
}

const order: ListName = ['effective permissions', 'NAME', 'ASC'];

/**
 * Returns the users with any permission on the path, and the rules that grant it. Throws
 * `HttpError` 404.
 */
export async function pathAccess(query: PathQuery): Promise<PathAccess> {
  const { repository: key, path, search, limit, cursor, anonymous } = query;
  const repository = await requireRepository(key);
  const projects = new Projects();
  const places = await placesByAction(repository, path, projects);
  const concerned = (await concernedRepositories(repository)).map((one) => one.key);
  const index = await keptPermissions().within(concerned);
  const administrators = await administratorGroups();
  const after = cursor === undefined ? undefined : decodeCursor(order, cursor).tie;
  const found = await namedUsers(mergeNamed(index.named(), places), { search, after, limit: limit + 1 });
  const page = found.slice(0, limit).map(signedIn);
  const isFirst = after === undefined && anonymous.userName.includes(search?.toLowerCase() ?? '');
  const callers = isFirst ? [anonymous, ...page] : page;
  const users: PathAccess['users'] = [];
  for (const caller of callers) {
    const actions = await effectiveActions(subjectWithin(caller, index, administrators), places);
    if (actions.length > 0) users.push({ user: caller.userName, actions });
  }
  const last = page.at(-1);
  return {
    repository: key,
    type: repository.type,
    ...(path === undefined ? {} : { path }),
    administrators_only: (places.get('deploy') ?? []).some((place) => place.administratorsOnly),
    users,
    ...(found.length > limit && last ? { cursor: encodeCursor(order, { key: '', tie: last.userName }) } : {}),
  };
}

/** Merges the users and groups of permissions and projects. */
function mergeNamed({ users, groups }: Named, places: PlacesByAction): Named {
  const projects = [...places.values()].flat().flatMap(({ project }) => project ?? []);
  return {
    users: [...new Set([...users, ...projects.flatMap((project) => [...project.users.keys()])])],
    groups: [...new Set([...groups, ...projects.flatMap((project) => [...project.groups.keys()])])],
  };
}
