import { type Caller, describeCaller } from '../access/Caller.ts';
import { allows, authorize, authorizeProject, requireUser } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { RepositoryError } from '../errors/RepositoryError.ts';
import type { Repository } from './Repository.ts';
import { findRepository } from './repositories.ts';

/**
 * Options beyond a project administrator's permissions: server credentials, private networks,
 * platform restrictions.
 */
const forPlatformAdministrators = ['hostUpstream', 'allowPrivateUpstream', 'adminDeployOnly'];

/** Returns the project of an unvalidated configuration. */
export function projectIn(body: unknown): string | undefined {
  const { projectKey } = Object(body) as { projectKey?: unknown };
  return typeof projectKey === 'string' && projectKey !== '' ? projectKey : undefined;
}

/**
 * Requires permission to change repositories of the project, or without one of the platform. Throws
 * `HttpError` 401 or 403.
 */
export async function authorizeIn(caller: Caller, project: string | undefined): Promise<void> {
  if (project === undefined) await authorize(caller, 'admin', 'system');
  else await authorizeProject(caller, 'resources', project);
}

/** Whether `authorizeIn` succeeds. */
export async function mayChangeIn(caller: Caller, project: string | undefined): Promise<boolean> {
  try {
    await authorizeIn(caller, project);
    return true;
  } catch (error) {
    if (error instanceof HttpError && (error.status === 401 || error.status === 403)) return false;
    throw error;
  }
}

/**
 * Throws `HttpError` 401 or 403 unless the caller can change the repository. Repositories of other
 * projects and missing ones return the same error.
 */
export async function authorizeChange(caller: Caller, key: string): Promise<void> {
  if (await mayChangeIn(caller, (await findRepository(key))?.projectKey)) return;
  requireUser(caller);
  const message = `${describeCaller(caller)} has no permission to change repository ${key}`;
  throw new RepositoryError(403, 'FORBIDDEN', message, key);
}

/**
 * Requires a key with the project's prefix, before anything shows whether a repository with the key
 * exists. Throws `HttpError` 403.
 */
export async function checkNewKey(caller: Caller, key: string, project = ''): Promise<void> {
  if (key.startsWith(`${project}-`) || (await allows(caller, 'admin', 'system'))) return;
  throw refused(
    `choose any repository key. The keys of repositories in project ${project} start with ${project}-, unlike ${key}`,
  );
}

/**
 * Requires that the repository stays in its project. Throws `HttpError` 403 without revealing
 * whether the other project exists.
 */
export async function checkStays(
  caller: Caller,
  { key, projectKey = '' }: Repository,
  body: unknown,
): Promise<void> {
  const { projectKey: wanted = projectKey } = Object(body) as { projectKey?: unknown };
  if (wanted === projectKey || (await allows(caller, 'admin', 'system'))) return;
  throw refused(`move a repository such as ${key} to another project`);
}

/** Whether the caller can add the repository as a member. */
export async function canNameMember(
  caller: Caller,
  { key, projectKey }: Repository,
  project: string | undefined,
  before?: Repository,
): Promise<boolean> {
  if (project !== undefined && projectKey === project) return true;
  if (before?.members?.includes(key)) return true;
  // For readable repositories outside of the project, the later error explains the rejection.
  return (await allows(caller, 'admin', 'system')) || (await allows(caller, 'read', { repo: key }));
}

/** Rejects changes reserved to platform administrators; throws `HttpError` 403. */
export async function checkWithinProject(
  caller: Caller,
  after: Repository,
  before?: Repository,
): Promise<void> {
  if (await allows(caller, 'admin', 'system')) return;
  const { key, projectKey = '', options, members = [] } = after;
  if (before) await checkStays(caller, before, after);
  else await checkNewKey(caller, key, projectKey);
  // Absent equals false.
  const changed = forPlatformAdministrators.find(
    (name) => (options[name] === true) !== (before?.options[name] === true),
  );
  if (changed) throw refused(`set ${changed}`);
  for (const name of ['proxy', 'disableProxy', 'storageQuotaBytes'])
    if ((options[name] || '') !== (before?.options[name] || '')) throw refused(`set ${name}`);
  // The credentials were entered for this URL. Other URLs of the host may be outside of the
  // project.
  const sealed = before?.credentials?.sealed;
  if (before && sealed && after.credentials?.sealed === sealed && after.url !== before.url)
    throw refused('change the upstream URL without entering the credentials again');
  for (const member of members) {
    const found = before?.members?.includes(member) ? undefined : await findRepository(member);
    if (found && found.projectKey !== projectKey) {
      throw refused(`add repositories of other projects, such as ${member}`);
    }
  }
}

function refused(what: string): HttpError {
  return new HttpError(403, 'FORBIDDEN', `Only platform administrators can ${what}`);
}
