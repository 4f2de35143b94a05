import type { NewProject, Project, ProjectAdminPrivileges, ProjectChange } from '@lading/contract/rest';
import { eq, sql } from 'drizzle-orm';
import { db, transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { forgetMemberships } from './memberships.ts';
import { projectsTable as table } from './tables.ts';

/** In characters. */
const maxKeyLength = 128;

const columns = {
  project_key: table.projectKey,
  display_name: table.displayName,
  description: table.description,
  admin_privileges: table.adminPrivileges,
  storage_quota_bytes: table.storageQuotaBytes,
};

const granted: ProjectAdminPrivileges = {
  manage_members: true,
  manage_resources: true,
  index_resources: true,
};

/** Returns projects sorted by name: all of them, or those with the keys. */
export async function listProjects(keys?: readonly string[]): Promise<Project[]> {
  return db()
    .select(columns)
    .from(table)
    .where(keys === undefined ? undefined : sql`${table.projectKey} = any(${sql.param(keys)}::text[])`)
    .orderBy(sql`lower(${table.displayName})`);
}

export async function findProject(key: string): Promise<Project | undefined> {
  const [found] = await db().select(columns).from(table).where(eq(table.projectKey, key));
  return found;
}

/** Throws `HttpError` 404 if not found. */
export async function requireProject(key: string): Promise<Project> {
  const found = await findProject(key);
  if (found) return found;
  throw new HttpError(404, 'PROJECT_NOT_FOUND', `Project ${key} not found`);
}

/** Reads the project. Other changes wait until the transaction ends. Throws `HttpError` 404. */
export async function lockProject(key: string): Promise<Project> {
  await db()
    .select({ key: table.projectKey })
    .from(table)
    .where(eq(table.projectKey, key))
    .for('no key update');
  return requireProject(key);
}

/** Throws `HttpError` 400 for an invalid key, and 409 for an existing key or name. */
export async function createProject(project: NewProject): Promise<Project> {
  const { project_key: key, display_name: name, description = '', storage_quota_bytes: quota = -1 } = project;
  checkKey(key);
  checkQuota(quota);
  const values = {
    projectKey: key,
    displayName: name.trim(),
    description,
    adminPrivileges: { ...granted, ...project.admin_privileges },
    storageQuotaBytes: quota,
  };
  return transaction(async () => {
    await requireUnusedName(name);
    const made = await db().insert(table).values(values).onConflictDoNothing();
    if (!made.rowCount) throw new HttpError(409, 'PROJECT_EXISTS', `Project ${key} already exists`);
    forgetMemberships();
    return requireProject(key);
  });
}

/** Throws `HttpError` 404 if not found, and 400 and 409 like `createProject`. */
export async function changeProject(key: string, change: ProjectChange): Promise<Project> {
  const {
    display_name: name,
    description,
    admin_privileges: privileges,
    storage_quota_bytes: quota,
  } = change;
  if (quota !== undefined) checkQuota(quota);
  return transaction(async () => {
    const before = await requireProject(key);
    if (name !== undefined && name.trim().toLowerCase() !== before.display_name.toLowerCase()) {
      await requireUnusedName(name);
    }
    const values = {
      ...(name === undefined ? {} : { displayName: name.trim() }),
      ...(description === undefined ? {} : { description }),
      ...(privileges === undefined ? {} : { adminPrivileges: { ...before.admin_privileges, ...privileges } }),
      ...(quota === undefined ? {} : { storageQuotaBytes: quota }),
      modified: new Date(),
    };
    await db().update(table).set(values).where(eq(table.projectKey, key));
    forgetMemberships();
    return requireProject(key);
  });
}

/** Throws `HttpError` 404, or 409 while it has repositories. */
export async function removeProject(key: string): Promise<void> {
  await transaction(async () => {
    // Prevents repositories from being added concurrently.
    await db().execute(sql`select 1 from projects where project_key = ${key} for update`);
    await requireProject(key);
    const { rows } = await db().execute<{ key: string }>(
      sql`select key from repositories where project_key = ${key} order by key limit 5`,
    );
    if (rows.length > 0) {
      const names = rows.map((row) => row.key).join(', ');
      throw new HttpError(
        409,
        'PROJECT_NOT_EMPTY',
        `Failed to delete project ${key}. It has repositories (${names}). Delete them or move them to another project first.`,
      );
    }
    await db().delete(table).where(eq(table.projectKey, key));
    forgetMemberships();
  });
}

function checkKey(key: string): void {
  if (!/^[a-z]/.test(key)) {
    throw new HttpError(400, 'BAD_PROJECT_KEY', 'Project key must start with a lowercase character');
  }
  if (key.length > maxKeyLength || !/^[a-z0-9-]+$/.test(key)) {
    throw new HttpError(
      400,
      'BAD_PROJECT_KEY',
      `Invalid project key. Expected 1 to ${maxKeyLength} lowercase letters, digits, and hyphens.`,
    );
  }
}

function checkQuota(bytes: number): void {
  if (bytes === -1 || bytes > 0) return;
  throw new HttpError(
    400,
    'BAD_QUOTA',
    'Invalid storage_quota_bytes. Expected a number of bytes above 0, or -1 for no limit.',
  );
}

/** Checks the name before the unique index, for a better error message. */
async function requireUnusedName(name: string): Promise<void> {
  if (name.trim() === '') throw new HttpError(400, 'BAD_PROJECT_NAME', 'display_name must not be empty');
  // Of two concurrent requests, one waits for the other.
  await db().execute(sql`lock table projects in share row exclusive mode`);
  const taken = await db()
    .select({ key: table.projectKey })
    .from(table)
    .where(sql`lower(${table.displayName}) = lower(${name.trim()})`);
  if (taken.length > 0)
    throw new HttpError(409, 'PROJECT_NAME_TAKEN', `A project named ${name.trim()} already exists`);
}
