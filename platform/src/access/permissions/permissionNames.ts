import type { Permission, PermissionAction, ResourcePermission } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { checkGlobs } from '../../globs/Glob.ts';
import { buildTarget, bundleTarget } from '../grants/CallerGrants.ts';
import { broadTargets } from '../grants/PermissionIndex.ts';
import { normalName } from '../users.ts';

type Resources = Permission['resources'];

/** Anonymous users have no account. */
const withoutAccount = new Set(['anonymous']);
const maxShown = 10;

/**
 * Returns the resources with user names as they are stored. Throws `HttpError` 400 for an invalid
 * pattern, and for a target of builds or release bundles that would grant nothing.
 */
export function readResources(name: string, resources: Resources): Resources {
  const { artifact, build, release_bundle: bundle } = resources;
  for (const { targets } of [artifact, build, bundle].filter((given) => given !== undefined)) {
    for (const { include_patterns = [], exclude_patterns = [] } of Object.values(targets))
      checkGlobs(`Permission ${name}`, [...include_patterns, ...exclude_patterns]);
  }
  if (build) checkTarget(name, build, 'build', buildTarget);
  if (bundle) checkTarget(name, bundle, 'release_bundle', bundleTarget);
  return {
    ...(artifact ? { artifact: withNormalUsers(artifact) } : {}),
    ...(build ? { build: withNormalUsers(build) } : {}),
    ...(bundle ? { release_bundle: withNormalUsers(bundle) } : {}),
  };
}

function checkTarget(name: string, { targets }: ResourcePermission, resource: string, only: string): void {
  const other = Object.keys(targets).find((target) => target !== only);
  if (other === undefined) return;
  throw unknown(`Permission ${name}: unknown target "${other}" of ${resource}. Expected "${only}"`);
}

function withNormalUsers({ actions, targets }: ResourcePermission): ResourcePermission {
  const users = new Map<string, Set<PermissionAction>>();
  for (const [user, list] of Object.entries(actions.users)) {
    const name = normalName(user);
    users.set(name, new Set([...(users.get(name) ?? []), ...list]));
  }
  const merged = Object.fromEntries([...users].map(([name, list]) => [name, [...list]]));
  return { actions: { ...actions, users: merged }, targets };
}

/**
 * Ensures that the users, groups, and repositories exist until the transaction ends: a name without
 * an object would give its grants to a later one. Call before the permission is locked, because
 * deletions lock in this order. Throws `HttpError` 400 with all names that do not exist.
 */
export async function holdNames(name: string, resources: Resources): Promise<void> {
  const { artifact, build, release_bundle: bundle } = resources;
  const named = (kind: 'users' | 'groups') => [
    ...new Set([artifact, build, bundle].flatMap((resource) => Object.keys(resource?.actions[kind] ?? {}))),
  ];
  const targets = Object.keys(artifact?.targets ?? {});
  const users = named('users').filter((user) => !withoutAccount.has(user));
  const missing = [
    ['user', await missingIn(users, sql`SELECT name FROM users WHERE name`)],
    ['group', await missingIn(named('groups'), sql`SELECT name FROM groups WHERE name`)],
    [
      'repository',
      await missingIn(
        targets.filter((target) => !broadTargets.includes(target)),
        sql`SELECT key AS name FROM repositories WHERE key`,
      ),
    ],
  ] as const;
  const said = missing.flatMap(([kind, names]) => (names.length > 0 ? [`${kind} ${listed(names)}`] : []));
  if (said.length === 0) return;
  throw unknown(`Permission ${name}: not found: ${said.join('; ')}. ${adviceFor(targets)}`);
}

/** Artifactory has targets that have other names here. */
function adviceFor(targets: readonly string[]): string {
  if (targets.some((target) => target.endsWith('-cache')))
    return 'Create them first, or remove them. The cache of a remote repository has the name of the repository, without -cache';
  return 'Create them first, or remove them';
}

async function missingIn(names: readonly string[], select: ReturnType<typeof sql>): Promise<string[]> {
  if (names.length === 0) return [];
  const { rows } = await db().execute<{ name: string }>(
    sql`${select} = ANY(${sql.param(names)}::text[]) ORDER BY 1 FOR KEY SHARE`,
  );
  const found = new Set(rows.map((row) => row.name));
  return names.filter((name) => !found.has(name));
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, maxShown).map((name) => `"${name.slice(0, 100)}"`);
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function unknown(message: string): HttpError {
  return new HttpError(400, 'UNKNOWN_NAMES', message);
}
