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

/** Permissions read per query: few enough that parsing them holds up no other request. */
const portion = 1000;

const versionStatement = { name: 'permission_version', text: 'select version from permission_version' };
const portionStatement = {
  name: 'permission_portion',
  text: `select name, resources from permissions where name > $1 order by name limit ${portion}`,
};

export const createKeptPermissions = (storage: Connected) => new KeptPermissions(source(storage));
/** The permissions of the current platform, in memory. */
export const keptPermissions = () => currentPlatform().access.permissions;

/** Reads outside of the caller's transaction: other requests wait for the same answer. */
function source(storage: Connected): PermissionSource {
  return {
    version: () => withStorage(storage, readVersion),
    read: () => readAll(storage),
  };
}

async function readVersion(): Promise<bigint> {
  const [row] = await query<{ version: string }>(versionStatement, []);
  return BigInt(row?.version ?? 0);
}

async function* readAll(storage: Connected): AsyncGenerator<Permission[]> {
  for (let after = ''; ; ) {
    const rows = await withStorage(storage, () =>
      query<Permission & { name: string }>(portionStatement, [after]),
    );
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < portion) return;
    after = last.name;
  }
}

/**
 * Runs one statement that changes permissions and returns `name` and `resources` of each; every node follows the change,
 * this one at once. Resolves with the changed rows; `deleted` says that they no longer exist.
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

/** Removes a user or group from all permissions, so that the next one of that name does not inherit their grants. */
export async function ungrant(kind: 'users' | 'groups', name: string): Promise<void> {
  for (const resource of ['artifact', 'build', 'release_bundle']) {
    const path = sql`array[${resource}::text, 'actions', ${kind}::text, ${name}::text]`;
    await changePermissions(sql`update permissions set resources = resources #- ${path}
      where resources #> ${path} is not null returning name, resources`);
  }
}
