import type { Caller } from '../access/Caller.ts';
import { allows } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { RepositoryError } from '../errors/RepositoryError.ts';
import { Glob } from '../globs/Glob.ts';
import { packageTypeOf } from './PackageType.ts';
import { membersOf, type Repository } from './repositories.ts';

/** Include and exclude patterns of a repository, ready to match. */
interface PathPatterns {
  readonly include: readonly Glob[];
  readonly exclude: readonly Glob[];
}

const compiled = new WeakMap<Repository['options'], PathPatterns>();

function patternsOf({ options }: Repository): PathPatterns {
  const known = compiled.get(options);
  if (known) return known;
  const globs = (text: unknown) => patternList(text).map((pattern) => Glob.ofPath(pattern));
  const patterns = { include: globs(options.includesPattern), exclude: globs(options.excludesPattern) };
  compiled.set(options, patterns);
  return patterns;
}

/** Splits a comma-separated list of patterns. A leading slash has no meaning. */
export function patternList(text: unknown): string[] {
  if (typeof text !== 'string') return [];
  return text
    .split(',')
    .map((pattern) => pattern.trim().replace(/^\/+/, ''))
    .filter((pattern) => pattern !== '' && pattern !== '**/*' && pattern !== '**');
}

/**
 * Returns why a repository neither serves nor accepts a path, as permissions write it: `undefined`
 * if it does.
 */
export function pathRefusal(repository: Repository, path: string): string | undefined {
  const { key, options, packageType } = repository;
  const { include, exclude } = patternsOf(repository);
  if (include.length > 0 && !include.some((glob) => glob.matches(path)))
    return `The include patterns of ${key} do not match ${path}`;
  if (exclude.some((glob) => glob.matches(path))) return `An exclude pattern of ${key} matches ${path}`;
  if (options.handleReleases !== false && options.handleSnapshots !== false) return undefined;
  const snapshot = packageTypeOf(packageType)?.isSnapshot?.(path);
  if (snapshot === true && options.handleSnapshots === false) return `${key} contains no snapshots`;
  if (snapshot === false && options.handleReleases === false) return `${key} contains no releases`;
  return undefined;
}

/** Throws `RepositoryError` 403 for a repository that is blacked out. */
function requireServing({ key, options }: Repository): void {
  if (options.blackedOut !== true) return;
  throw new RepositoryError(
    403,
    'BLACKED_OUT',
    `Repository ${key} is blacked out: it serves and accepts nothing until an administrator changes that`,
    key,
  );
}

/**
 * Returns the repositories with own content that serve the path: members with priority first, then
 * in their order. Call it after the check of permissions. Without a path, patterns do not matter.
 * Throws `RepositoryError` 403 or 404 if the repository itself does not serve it.
 */
export async function servingMembers(repository: Repository, path = ''): Promise<Repository[]> {
  requireServing(repository);
  const refusal = path === '' ? undefined : pathRefusal(repository, path);
  if (refusal !== undefined) throw new RepositoryError(404, 'EXCLUDED', refusal, repository.key);
  const members = await membersOf(repository);
  if (repository.type !== 'virtual') return members;
  const serving = members.filter(
    (member) => member.options.blackedOut !== true && (path === '' || !pathRefusal(member, path)),
  );
  return [...serving.filter(hasPriority), ...serving.filter((member) => !hasPriority(member))];
}

export function hasPriority({ options }: Repository): boolean {
  return options.priorityResolution === true;
}

/** Returns members in groups that are queried one after the other: those with priority first. */
export function priorityGroups(members: readonly Repository[]): Repository[][] {
  const groups = [members.filter(hasPriority), members.filter((member) => !hasPriority(member))];
  return groups.filter((group) => group.length > 0);
}

/** Keeps the repositories with priority, if any of them has what is requested. */
export async function preferPriority(
  repositories: readonly Repository[],
  has: (repository: Repository) => Promise<boolean>,
): Promise<Repository[]> {
  const preferred = repositories.filter(hasPriority);
  const found = await Promise.all(preferred.map(has));
  return found.some(Boolean) ? preferred : [...repositories];
}

export type Change = 'deploy' | 'delete' | 'annotate';

/** Returns why the content of the repository cannot be changed; `undefined` if it can. */
export async function changeRefusal(
  caller: Caller,
  { key, options }: Repository,
): Promise<string | undefined> {
  if (options.blackedOut === true) return `Repository ${key} is blacked out`;
  if (options.readOnly === true) return `Repository ${key} is read-only`;
  if (options.adminDeployOnly === true && !(await allows(caller, 'admin', 'system')))
    return `Only administrators can change the content of ${key}`;
  return undefined;
}

/**
 * Requires that the repository accepts a change of the path. Call it after the check of
 * permissions. Throws `HttpError` 403 or 409.
 */
export async function requireChangeable(
  caller: Caller,
  repository: Repository,
  action: Change,
  path: string,
): Promise<void> {
  requireServing(repository);
  const { key, options } = repository;
  if (options.readOnly === true) throw new HttpError(403, 'READ_ONLY', `Repository ${key} is read-only`);
  const refusal = await changeRefusal(caller, repository);
  if (refusal !== undefined) throw new HttpError(403, 'FORBIDDEN', refusal);
  const excluded = action === 'deploy' ? pathRefusal(repository, path) : undefined;
  if (excluded !== undefined) throw new HttpError(409, 'EXCLUDED', excluded);
}
