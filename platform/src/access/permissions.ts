import type { Permission, PermissionAction, ResourcePermission } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { afterCommit, db } from '../storage/db.ts';
import { perStorage } from '../storage/perStorage.ts';
import type { Action, Caller } from './gateway.ts';
import { projectGrantsAnywhere } from './projects/memberships.ts';
import { permissionsTable } from './tables.ts';

/** How long another node's change may take to be seen here, in milliseconds. */
const seenWithin = 2000;

const cache = perStorage(
  () => new LRUCache<'all', Promise<Permission['resources'][]>>({ max: 1, ttl: seenWithin }),
);

async function readPermissions(): Promise<Permission['resources'][]> {
  const rows = await db().select({ resources: permissionsTable.resources }).from(permissionsTable);
  return rows.map(({ resources }) => resources);
}

function allPermissions(): Promise<Permission['resources'][]> {
  const kept = cache().get('all');
  if (kept) return kept;
  const reading = readPermissions();
  cache().set('all', reading);
  reading.catch(() => cache().delete('all'));
  return reading;
}

/** To be called after a permission has changed. */
export function forgetPermissions(): void {
  cache().clear();
}

/** What is granted to a user or group that goes, so that the next of that name does not inherit it. */
export async function ungrant(kind: 'users' | 'groups', name: string): Promise<void> {
  for (const resource of ['artifact', 'build']) {
    const path = sql`array[${resource}::text, 'actions', ${kind}::text, ${name}::text]`;
    await db().execute(
      sql`update permissions set resources = resources #- ${path} where resources #> ${path} is not null`,
    );
  }
  forgetPermissions();
  afterCommit(forgetPermissions);
}

/** What a permission calls each action. */
export const grants: Readonly<Record<Exclude<Action, 'admin'>, PermissionAction>> = {
  read: 'READ',
  deploy: 'WRITE',
  delete: 'DELETE',
  annotate: 'ANNOTATE',
  manage: 'MANAGE',
};

/** Whether some permission grants the caller the action there; without a path, somewhere in the repository. */
export async function isGranted(
  caller: Caller,
  action: Action,
  repo: string,
  path?: string,
): Promise<boolean> {
  if (action === 'admin') return false;
  const wanted = grants[action];
  return (await allPermissions()).some(({ artifact }) => {
    if (!artifact) return false;
    if (!grantsTo(artifact, caller, wanted)) return false;
    const targets = [own(artifact.targets, repo), artifact.targets.ANY];
    return targets.some((target) => target !== undefined && (path === undefined || covers(target, path)));
  });
}

/** What a permission calls the place of all builds. */
export const buildTarget = 'artifactory-build-info';

/** Whether some permission of builds grants the caller the action on the builds of that name. */
export async function isBuildGranted(
  caller: Caller,
  action: keyof typeof grants,
  name: string,
): Promise<boolean> {
  return (await allPermissions()).some(({ build }) => {
    if (!build || !grantsTo(build, caller, grants[action])) return false;
    const target = own(build.targets, buildTarget);
    // Clients write `name/**` for all numbers of a build.
    return target !== undefined && (covers(target, name) || covers(target, `${name}/`));
  });
}

/** Whether there are any builds that the caller may do it to. */
export async function isBuildGrantedAnywhere(caller: Caller, action: keyof typeof grants): Promise<boolean> {
  return (await allPermissions()).some(
    ({ build }) =>
      build && own(build.targets, buildTarget) !== undefined && grantsTo(build, caller, grants[action]),
  );
}

/** Whether one permission alone grants the caller the action on every path of the repository. */
export async function isGrantedEverywhere(
  caller: Caller,
  action: keyof typeof grants,
  repo: string,
): Promise<boolean> {
  return (await allPermissions()).some(({ artifact }) => {
    if (!artifact || !grantsTo(artifact, caller, grants[action])) return false;
    const targets = [own(artifact.targets, repo), artifact.targets.ANY];
    return targets.some((target) => target !== undefined && coversAll(target));
  });
}

/** Paths of a repository, by patterns of permissions. */
export interface PathRule {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** The paths of the repository for which permissions grant the caller the action: what one of the rules covers. */
export async function grantedPaths(
  caller: Caller,
  action: keyof typeof grants,
  repo: string,
): Promise<PathRule[]> {
  return (await allPermissions()).flatMap(({ artifact }) => {
    if (!artifact || !grantsTo(artifact, caller, grants[action])) return [];
    return [own(artifact.targets, repo), artifact.targets.ANY].flatMap((target) =>
      target ? [{ include: target.include_patterns ?? [], exclude: target.exclude_patterns ?? [] }] : [],
    );
  });
}

/** Whether there is any repository that the caller may do it in. */
export async function isGrantedAnywhere(caller: Caller, action: keyof typeof grants): Promise<boolean> {
  if (caller.admin || (await projectGrantsAnywhere(caller, grants[action]))) return true;
  return (await allPermissions()).some(
    ({ artifact }) =>
      artifact && Object.keys(artifact.targets).length > 0 && grantsTo(artifact, caller, grants[action]),
  );
}

function grantsTo({ actions }: ResourcePermission, caller: Caller, wanted: PermissionAction): boolean {
  const granted = [
    own(actions.users, caller.userName),
    ...caller.groups.map((group) => own(actions.groups, group)),
  ];
  return granted.some((list) => list?.includes(wanted));
}

/** What the document itself says: `constructor` may be a name like any other. */
function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function covers(target: { include_patterns?: string[]; exclude_patterns?: string[] }, path: string): boolean {
  const included = target.include_patterns ?? [];
  const matches = (pattern: string) => patternToRegExp(pattern).test(path);
  return (included.length === 0 || included.some(matches)) && !(target.exclude_patterns ?? []).some(matches);
}

function coversAll(target: { include_patterns?: string[]; exclude_patterns?: string[] }): boolean {
  const { include_patterns: included = [], exclude_patterns: excluded = [] } = target;
  return excluded.length === 0 && (included.length === 0 || included.includes('**'));
}

const patterns = new LRUCache<string, RegExp>({ max: 1000 });

/** `?` is one character and `*` any number of them inside a folder, `**` any number of folders. */
export function patternToRegExp(pattern: string): RegExp {
  const known = patterns.get(pattern);
  if (known) return known;
  const source = (pattern.endsWith('/') ? `${pattern}**` : pattern)
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\/\*\*$|\*\*|\*|\?/g, (wild) => wildcards[wild] ?? wild);
  const made = new RegExp(`^${source}$`, 's');
  patterns.set(pattern, made);
  return made;
}

const wildcards: Record<string, string> = {
  '**/': '(?:.*/)?',
  '/**': '(?:/.*)?',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
};
