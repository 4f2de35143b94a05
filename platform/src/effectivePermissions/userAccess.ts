import type { UserAccess } from '@lading/contract/rest';
import type { Caller } from '../access/Caller.ts';
import { administratorGroups, signedIn, subject } from '../access/effective/subjects.ts';
import { grantsOf } from '../access/permissions/permissions.ts';
import { findUser } from '../access/users.ts';
import { decodeCursor, encodeCursor, type ListName } from '../database/cursor.ts';
import { HttpError } from '../errors/HttpError.ts';
import { listRepositories } from '../repositories/repositories.ts';
import { effectiveActions, placesByAction } from './effectiveActions.ts';
import { Projects } from './places.ts';

interface UserQuery {
  readonly name: string;
  /** Part of the repository key. */
  readonly search?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly anonymous: Caller;
}

const order: ListName = ['effective permissions of a user', 'NAME', 'ASC'];

/**
 * Returns the user's permissions by repository, with the rules that grant them. Throws `HttpError`
 * 404.
 */
export async function userAccess(query: UserQuery): Promise<UserAccess> {
  const { search = '', limit, cursor } = query;
  const { caller, enabled } = await callerNamed(query);
  const after = cursor === undefined ? '' : decodeCursor(order, cursor).tie;
  const found: UserAccess['repositories'] = [];
  const all = enabled ? await listRepositories() : [];
  const left = all
    .filter(({ key }) => key.includes(search.toLowerCase()) && key > after)
    .sort((one, other) => (one.key < other.key ? -1 : 1));
  const asked = subject(caller, await grantsOf(caller), await administratorGroups());
  const projects = new Projects();
  for (const repository of left) {
    const actions = await effectiveActions(asked, await placesByAction(repository, undefined, projects));
    if (actions.length > 0) found.push({ repository: repository.key, type: repository.type, actions });
    if (found.length > limit) break;
  }
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    user: caller.userName,
    status: enabled ? 'enabled' : 'disabled',
    admin: caller.admin,
    groups: caller.groups,
    repositories: page,
    ...(found.length > limit && last
      ? { cursor: encodeCursor(order, { key: '', tie: last.repository }) }
      : {}),
  };
}

async function callerNamed({ name, anonymous }: UserQuery): Promise<{ caller: Caller; enabled: boolean }> {
  if (name === anonymous.userName) return { caller: anonymous, enabled: true };
  const user = await findUser(name);
  if (!user) throw new HttpError(404, 'USER_NOT_FOUND', `User ${name} not found`);
  return { caller: signedIn(user), enabled: user.enabled };
}
