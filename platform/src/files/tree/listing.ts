import type { NativeEntry, NativeListing } from '@lading/contract/rest';
import type { Caller } from '../../access/Caller.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { asciiLower } from '../../globs/asciiLower.ts';
import { type Repository, requireRepository } from '../../repositories/repositories.ts';
import { type ChildDetails, childDetails } from './childDetails.ts';
import { childPage, isEmpty, keyOf, type MergedChild } from './children.ts';
import { nothingAt } from './locate.ts';
import { readable, type Within } from './reach.ts';
import { type DetailSort, detailSorts, sortedChildren } from './sortedChildren.ts';

export const listingSorts = ['name', ...detailSorts] as const;

export interface ListingRequest {
  readonly limit: number;
  /** Of an earlier answer, in the same order. */
  readonly continueState?: string | undefined;
  /** `name` by default: byte order. */
  readonly sortBy?: 'name' | DetailSort | undefined;
  readonly descending?: boolean | undefined;
  /** Part of a child's name. */
  readonly filter?: string | undefined;
  /** Includes the sums of folders. */
  readonly folders?: boolean | undefined;
}

/** Maximum children of a list with sums of folders: each reads up to a thousand files. */
const maxWithFolders = 200;

/** Lists a folder with sizes and dates. */
export async function nativeListing(
  caller: Caller,
  repoKey: string,
  path: string,
  request: ListingRequest,
): Promise<NativeListing> {
  const { sortBy = 'name', folders = false, limit } = request;
  if (folders && limit > maxWithFolders)
    throw new HttpError(
      400,
      'BAD_REQUEST',
      `Invalid limit ${limit}. Expected up to ${maxWithFolders} with the sums of folders.`,
    );
  const repository = await requireRepository(repoKey);
  const repositories = await readable(caller, repository);
  const listing =
    sortBy === 'name'
      ? await byName(repository, repositories, path, request)
      : await byDetail(repository, repositories, path, { ...request, sortBy });
  if (listing.data.length === 0 && path !== '' && (await isEmpty(repositories, path)))
    throw nothingAt(repoKey, path);
  return listing;
}

async function byName(
  repository: Repository,
  repositories: readonly Within[],
  path: string,
  request: ListingRequest,
): Promise<NativeListing> {
  const { children, next } = await filteredByName(repositories, path, request);
  const details = await childDetails(repositories, path, children, request.folders ?? false);
  return {
    data: children.map((child) => entryOf(repository, child, details.get(keyOf(child)))),
    ...(next === undefined ? {} : { continueState: next }),
  };
}

async function byDetail(
  repository: Repository,
  repositories: readonly Within[],
  path: string,
  request: ListingRequest & { readonly sortBy: DetailSort },
): Promise<NativeListing> {
  const { sortBy, descending = false, filter = '', limit, continueState } = request;
  const wanted = { sortBy, descending, filter, limit, cursor: continueState };
  const { children, next } = await sortedChildren(repositories, path, wanted);
  return {
    data: children.map(({ child, details }) => entryOf(repository, child, details)),
    ...(next === undefined ? {} : { continueState: next }),
  };
}

function entryOf(
  { type }: Repository,
  { name, folder, members }: Omit<MergedChild, 'compact'>,
  details: ChildDetails | undefined,
): NativeEntry {
  return {
    name,
    folder,
    ...(details
      ? {
          size: details.size,
          created: new Date(details.created).toISOString(),
          lastModified: new Date(details.modified).toISOString(),
          downloads: details.downloads,
        }
      : {}),
    ...(details?.mimeType === undefined ? {} : { mimeType: details.mimeType }),
    ...(type === 'virtual' ? { members } : {}),
  };
}

/** Children that one request compares with a filter, in several rounds. */
const filtered = { round: 5000, rounds: 4 } as const;
/** After each name: no path contains a higher character. */
const end = '\u{10ffff}';

interface Named {
  children: MergedChild[];
  next: string | undefined;
}

/** Returns up to a page of children, which is not full if many do not match the filter. */
async function filteredByName(
  repositories: readonly Within[],
  path: string,
  { limit, continueState, descending = false, filter = '' }: ListingRequest,
): Promise<Named> {
  const part = asciiLower(filter);
  const found: MergedChild[] = [];
  let at = continueState ?? (descending ? end : undefined);
  for (let round = 1; ; round++) {
    const from = at === undefined ? {} : descending ? { before: at } : { after: at };
    const wanted = { limit: part === '' ? limit : filtered.round, ...from };
    const { children, more } = await childPage(repositories, path, wanted);
    if (descending) children.reverse();
    const matching = children.filter(({ name }) => asciiLower(name).includes(part));
    found.push(...matching.slice(0, limit - found.length));
    const full = found.length === limit;
    // The last child that was used, or compared with the filter.
    const last = full ? found.at(-1) : children.at(-1);
    const left = more || (full && matching.at(-1) !== last);
    at = last && left ? keyOf(last) : undefined;
    if (at === undefined || full || round === filtered.rounds) return { children: found, next: at };
  }
}
