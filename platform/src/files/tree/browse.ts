import type { TreeNode, TreePage, TreeRequest } from '@lading/contract/rest';
import type { Caller } from '../../access/Caller.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { listRepositories, requireRepository } from '../../repositories/repositories.ts';
import { type ChildPage, childPage, isEmpty, keyOf, type MergedChild, type Wanted } from './children.ts';
import { nothingAt } from './locate.ts';
import { reachOf, readable, type Within } from './reach.ts';

/** Default page size, and its maximum. */
export const defaultPageSize = 200;
export const maxPageSize = 5000;

/** A validated request for a page of the tree. */
export interface Asked extends Pick<TreeRequest, 'type' | 'continueState' | 'previousState' | 'around'> {
  readonly repoKey: string;
  readonly path: string;
  readonly limit: number;
}

/** Returns the repositories in which the caller can read something, by key. */
export async function treeRoot(caller: Caller): Promise<TreePage> {
  const data: TreeNode[] = [];
  for (const { key, type, packageType, projectKey } of await listRepositories()) {
    const reach = await reachOf(caller, 'read', key);
    if (reach !== 'all' && reach.length === 0) continue;
    data.push({
      type: 'repository',
      repoKey: key,
      path: '',
      text: key,
      repoType: type,
      repoPkgType: packageType,
      ...(projectKey === undefined ? {} : { projectKey }),
    });
  }
  return { data };
}

/**
 * Returns a page of a folder's children. Throws `HttpError` 404 if not found, and 401 or 403
 * without permission.
 */
export async function treeChildren(caller: Caller, asked: Asked, compacted: boolean): Promise<TreePage> {
  const { repoKey, path } = asked;
  const repository = await requireRepository(repoKey);
  const repositories = await readable(caller, repository);
  const { children, next, previous } = await windowOf(repositories, asked);
  if (children.length === 0 && path !== '' && (await isEmpty(repositories, path)))
    throw nothingAt(repoKey, path);
  const members = (child: MergedChild) =>
    repository.type === 'virtual' ? { members: child.members } : undefined;
  return {
    data: children.map((child) => {
      const own = path === '' ? child.name : `${path}/${child.name}`;
      const at = compacted && child.folder ? child.compact : own;
      const text = path === '' ? at : at.slice(path.length + 1);
      return { type: child.folder ? 'folder' : 'file', repoKey, path: at, text, ...members(child) };
    }),
    ...(next === undefined ? {} : { continueState: next }),
    ...(previous === undefined ? {} : { previousState: previous }),
  };
}

interface Window {
  children: MergedChild[];
  next?: string;
  previous?: string;
}

async function windowOf(repositories: readonly Within[], asked: Asked): Promise<Window> {
  const { path, limit, continueState, previousState, around } = asked;
  const page = (wanted: Wanted) => childPage(repositories, path, wanted);
  const first = ({ children }: ChildPage) => children[0] && keyOf(children[0]);
  const last = ({ children }: ChildPage) => children.at(-1) && keyOf(children.at(-1) as MergedChild);
  if (previousState !== undefined) {
    const found = await page({ limit, before: previousState });
    const previous = found.more ? first(found) : undefined;
    return { children: found.children, ...(previous === undefined ? {} : { previous }) };
  }
  if (around !== undefined) {
    const half = Math.ceil(limit / 2);
    const before = await page({ limit: limit - half || 1, before: around });
    const after = await page({ limit: half, from: around });
    const previous = before.more ? first(before) : undefined;
    const next = after.more ? last(after) : undefined;
    return {
      children: [...before.children, ...after.children],
      ...(previous === undefined ? {} : { previous }),
      ...(next === undefined ? {} : { next }),
    };
  }
  const found = await page({ limit, ...(continueState === undefined ? {} : { after: continueState }) });
  const next = found.more ? last(found) : undefined;
  return { children: found.children, ...(next === undefined ? {} : { next }) };
}

/** Parses the page size. Throws `HttpError` 400. */
export function checkLimit(given: unknown): number {
  const limit = given === undefined ? defaultPageSize : Number(given);
  if (Number.isInteger(limit) && limit >= 1 && limit <= maxPageSize) return limit;
  throw new HttpError(
    400,
    'BAD_REQUEST',
    `Invalid limit ${JSON.stringify(given)?.slice(0, 40)}. Expected a number from 1 to ${maxPageSize}.`,
  );
}
