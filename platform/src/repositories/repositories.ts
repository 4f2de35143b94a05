import { asc, eq, sql } from 'drizzle-orm';
import { afterCommit, currentPlatform, db, transaction } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { RepositoryError } from '../errors/RepositoryError.ts';
import { wakeJob } from '../jobs/install.ts';
import { quotaJob } from '../storage/capacity.ts';
import type { Repository, RepositoryType } from './Repository.ts';
import { certificatesTable, credentialsTable, repositoriesTable } from './tables.ts';

export type { Repository, RepositoryType } from './Repository.ts';

/**
 * Milliseconds until changes of other nodes are visible. Changes of this node are visible
 * immediately.
 */
const staleAfter = 1000;

interface Snapshot {
  readonly loaded: number;
  readonly byKey: Promise<ReadonlyMap<string, Repository>>;
}

/** Cached repositories of a platform. */
export interface KeptRepositories {
  snapshot?: Snapshot;
}

/** All repositories fit in memory, and every request of every protocol needs one. */
function snapshot(): Promise<ReadonlyMap<string, Repository>> {
  const { kept } = currentPlatform().repositories;
  const known = kept.snapshot;
  if (known && performance.now() - known.loaded < staleAfter) return known.byKey;
  const byKey = load();
  const fresh: Snapshot = { loaded: performance.now(), byKey };
  kept.snapshot = fresh;
  byKey.catch(() => {
    if (kept.snapshot === fresh) delete kept.snapshot;
  });
  return byKey;
}

async function load(): Promise<ReadonlyMap<string, Repository>> {
  return new Map((await select()).map((repository) => [repository.key, repository]));
}

async function select(key?: string): Promise<Repository[]> {
  const rows = await db()
    .select()
    .from(repositoriesTable)
    .leftJoin(credentialsTable, eq(credentialsTable.repo, repositoriesTable.key))
    .leftJoin(certificatesTable, eq(certificatesTable.repo, repositoriesTable.key))
    .where(key === undefined ? undefined : eq(repositoriesTable.key, key))
    .orderBy(asc(repositoriesTable.key));
  return rows.map(({ repositories: row, upstream_credentials: shown, upstream_certificates: certified }) => ({
    ...fromRow(row),
    ...(shown ? { credentials: withoutKey(shown) } : {}),
    ...(certified ? { clientCertificate: withoutKey(certified) } : {}),
  }));
}

function withoutKey<Row extends { repo: string }>({ repo: _repo, ...rest }: Row): Omit<Row, 'repo'> {
  return rest;
}

function fromRow(row: typeof repositoriesTable.$inferSelect): Repository {
  return {
    key: row.key,
    type: row.type,
    packageType: row.packageType,
    description: row.description,
    ...(row.url ? { url: row.url } : {}),
    ...(row.type === 'virtual' ? { members: row.members } : {}),
    ...(row.projectKey === null ? {} : { projectKey: row.projectKey }),
    ...(row.environments.length > 0 ? { environments: row.environments } : {}),
    options: row.options,
  };
}

/**
 * Invalidates the cache. Call after a change of the table; takes effect once the change is durable.
 */
function forgetRepositories(): void {
  const { kept } = currentPlatform().repositories;
  afterCommit(() => {
    delete kept.snapshot;
  });
}

export async function findRepository(key: string): Promise<Repository | undefined> {
  return (await snapshot()).get(key);
}

/**
 * Reads the repository from the database. Other changes of it wait until the transaction ends,
 * uploads don't. Throws `HttpError` 404.
 */
export async function lockRepository(key: string): Promise<Repository> {
  await db().execute(sql`SELECT FROM repositories WHERE key = ${key} FOR NO KEY UPDATE`);
  const [found] = await select(key);
  if (!found) throw repositoryNotFound(key);
  return found;
}

/** Throws `HttpError` 404 if the repository does not exist or has another package type. */
export async function requireRepository(key: string, packageType?: string): Promise<Repository> {
  const repository = await findRepository(key);
  if (!repository) throw repositoryNotFound(key);
  if (packageType && repository.packageType !== packageType) {
    throw new RepositoryError(
      404,
      'NOT_FOUND',
      `Repository ${key} contains ${repository.packageType}, not ${packageType}`,
      key,
    );
  }
  return repository;
}

function repositoryNotFound(key: string): RepositoryError {
  return new RepositoryError(404, 'NOT_FOUND', `Repository ${key} not found`, key);
}

/** Lists repositories by key, filtered by class, package type, and project. */
export async function listRepositories(
  filter: { type?: RepositoryType; packageType?: string; project?: string } = {},
): Promise<Repository[]> {
  return [...(await snapshot()).values()].filter(
    ({ type, packageType, projectKey }) =>
      (!filter.type || type === filter.type) &&
      (!filter.packageType || packageType === filter.packageType) &&
      (!filter.project || projectKey === filter.project),
  );
}

/**
 * Returns the repositories with own content: the members of a virtual one, in order, else itself.
 */
export async function membersOf(repository: Repository): Promise<Repository[]> {
  if (repository.type !== 'virtual') return [repository];
  const all = await snapshot();
  return (repository.members ?? []).flatMap((key) => all.get(key) ?? []);
}

/**
 * Stores a new repository validated by `configuration.ts`. Returns false if the key exists. Throws
 * `HttpError` 409 if its project, a member, or its proxy no longer exists.
 */
export function createRepository(repository: Repository): Promise<boolean> {
  const { key } = repository;
  return save(repository, async (values) => {
    const { rowCount } = await db()
      .insert(repositoriesTable)
      .values({ key, ...values })
      .onConflictDoNothing();
    return rowCount === 1;
  });
}

/** Stores a changed repository, likewise. Throws `HttpError` 404 if it no longer exists. */
export async function changeRepository(repository: Repository): Promise<void> {
  const { key } = repository;
  const isChanged = await save(repository, async (values) => {
    const { rowCount } = await db()
      .update(repositoriesTable)
      .set({ ...values, modified: new Date() })
      .where(eq(repositoriesTable.key, key));
    return rowCount === 1;
  });
  if (!isChanged) throw repositoryNotFound(key);
}

type Values = Omit<typeof repositoriesTable.$inferInsert, 'key'>;

async function save(repository: Repository, write: (values: Values) => Promise<boolean>): Promise<boolean> {
  const { type, packageType, description, options } = repository;
  const { url = null, members = [], projectKey = null, environments = [] } = repository;
  const values = { type, packageType, description, url, members, projectKey, environments, options };
  try {
    const isWritten = await transaction(async () => {
      await holdReferences(repository);
      if (!(await write(values))) return false;
      await saveCredentials(repository);
      await saveCertificate(repository);
      return true;
    });
    if (isWritten) {
      forgetRepositories();
      afterCommit(() => wakeJob(quotaJob));
    }
    return isWritten;
  } catch (error) {
    // The project was deleted after the validation.
    if ((error as { cause?: { code?: string } }).cause?.code !== '23503') throw error;
    throw new HttpError(409, 'PROJECT_GONE', `Project ${projectKey} no longer exists`);
  }
}

/**
 * Ensures that the members and the proxy exist until the transaction ends. Throws `HttpError` 409.
 */
async function holdReferences({ key, members = [], options: { proxy } }: Repository): Promise<void> {
  const gone = (what: string) =>
    new HttpError(409, 'REFERENCE_GONE', `Repository ${key}: ${what} no longer exists. Select another one.`);
  if (members.length > 0) {
    const { rows } = await db().execute<{ key: string }>(sql`
      SELECT key FROM repositories WHERE key = ANY(${sql.param(members)}::text[]) ORDER BY key FOR KEY SHARE`);
    const missing = members.find((member) => !rows.some((row) => row.key === member));
    if (missing !== undefined) throw gone(`repository ${missing}`);
  }
  if (typeof proxy !== 'string' || proxy === '') return;
  const { rowCount } = await db().execute(sql`SELECT FROM proxies WHERE key = ${proxy} FOR KEY SHARE`);
  if (!rowCount) throw gone(`proxy ${proxy}`);
}

/** Reads the virtual repositories with this member from the database. */
export async function virtualsWith(member: string): Promise<string[]> {
  const { rows } = await db().execute<{ key: string }>(sql`
    SELECT key FROM repositories WHERE type = 'virtual' AND ${member} = ANY(members) ORDER BY key`);
  return rows.map(({ key }) => key);
}

/** Reads the proxies that remote repositories use from the database. */
export async function proxiesOfRepositories(): Promise<{ name: string; proxy: string }[]> {
  const { rows } = await db().execute<{ name: string; proxy: string }>(sql`
    SELECT key AS name, options ->> 'proxy' AS proxy FROM repositories
    WHERE type = 'remote' AND options ->> 'proxy' <> '' ORDER BY key`);
  return rows;
}

async function saveCredentials({ key, credentials }: Repository): Promise<void> {
  if (!credentials) {
    await db().delete(credentialsTable).where(eq(credentialsTable.repo, key));
    return;
  }
  await db()
    .insert(credentialsTable)
    .values({ repo: key, ...credentials })
    .onConflictDoUpdate({ target: credentialsTable.repo, set: credentials });
}

async function saveCertificate({ key, clientCertificate }: Repository): Promise<void> {
  if (!clientCertificate) {
    await db().delete(certificatesTable).where(eq(certificatesTable.repo, key));
    return;
  }
  await db()
    .insert(certificatesTable)
    .values({ repo: key, ...clientCertificate })
    .onConflictDoUpdate({ target: certificatesTable.repo, set: clientCertificate });
}

/** Deletes only the row. The caller deletes the content in the same transaction. */
export async function deleteRepositoryRow(key: string): Promise<void> {
  await db().delete(repositoriesTable).where(eq(repositoriesTable.key, key));
  forgetRepositories();
}
