import type { Permission } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import {
  afterCommit,
  type Connected,
  currentPlatform,
  db,
  query,
  transaction,
  withStorage,
} from '../../database/db.ts';
import { KeptPermissions, type PermissionSource } from './KeptPermissions.ts';

type Resources = Permission['resources'];

/** Permissions per query, few enough that parsing them does not delay other requests. */
const batchSize = 1000;

const versionStatement = { name: 'permission_version', text: 'select version from permission_version' };
const portionStatement = {
  name: 'permission_portion',
  text: `select name, resources from permissions where name > $1 order by name limit ${batchSize}`,
};
const changesStatement = {
  name: 'permission_changes',
  text: 'select names from permission_changes where version > $1 and version <= $2',
};
const namedStatement = {
  name: 'permissions_named',
  text: 'select name, resources from permissions where name = any($1)',
};

export const createKeptPermissions = (storage: Connected) => new KeptPermissions(permissionSource(storage));
/** Returns the cached permissions of the current platform. */
export const keptPermissions = () => currentPlatform().access.permissions;

/** Reads outside of the caller's transaction, because other requests share the result. */
export function permissionSource(storage: Connected): PermissionSource {
  return {
    version: () => withStorage(storage, readVersion),
    read: () => readAll(storage),
    changes: (after, upTo) => withStorage(storage, () => readChanges(after, upTo)),
  };
}

async function readVersion(): Promise<bigint> {
  const [row] = await query<{ version: string }>(versionStatement, []);
  return BigInt(row?.version ?? 0);
}

async function readChanges(after: bigint, upTo: bigint): ReturnType<PermissionSource['changes']> {
  const changes = await query<{ names: string[] | null }>(changesStatement, [String(after), String(upTo)]);
  // The database records only the last versions.
  if (BigInt(changes.length) !== upTo - after) return undefined;
  const names = new Set<string>();
  for (const change of changes) {
    if (!change.names) return undefined;
    for (const name of change.names) names.add(name);
  }
  if (names.size > batchSize) return undefined;
  const rows = await query<Permission & { name: string }>(namedStatement, [[...names]]);
  const found = new Map(rows.map(({ name, resources }) => [name, resources]));
  return new Map([...names].map((name) => [name, found.get(name)]));
}

async function* readAll(storage: Connected): AsyncGenerator<Permission[]> {
  for (let after = ''; ; ) {
    const rows = await withStorage(storage, () =>
      query<Permission & { name: string }>(portionStatement, [after]),
    );
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = last.name;
  }
}

/**
 * Runs one statement that changes permissions and returns `name` and `resources` of each. Every
 * node applies the change, this one immediately. Resolves with the changed rows. `deleted` means
 * that they no longer exist.
 */
export function changePermissions(statement: SQL, { deleted = false } = {}): Promise<Permission[]> {
  return transaction(async () => {
    const { rows } = await db().execute<{ name: string; resources: Resources }>(statement);
    const version = await readVersion();
    const permissions = new Map(rows.map(({ name, resources }) => [name, deleted ? undefined : resources]));
    const kept = keptPermissions();
    afterCommit(() => kept.apply({ version, permissions }));
    return rows;
  });
}

/**
 * Removes a user or group from all permissions, so that a new one with that name does not inherit
 * their grants.
 */
export async function ungrant(kind: 'users' | 'groups', name: string): Promise<void> {
  for (const resource of ['artifact', 'build', 'release_bundle']) {
    await removePath(sql`array[${resource}::text, 'actions', ${kind}::text, ${name}::text]`);
  }
}

/**
 * Removes a repository from all permissions, so that a new one with that key does not inherit their
 * grants.
 */
export async function removeTarget(repository: string): Promise<void> {
  await removePath(sql`array['artifact', 'targets', ${repository}::text]`);
}

async function removePath(path: SQL): Promise<void> {
  await changePermissions(sql`update permissions set resources = resources #- ${path}
    where resources #> ${path} is not null returning name, resources`);
}
