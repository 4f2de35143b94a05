import type { Caller } from '../access/Caller.ts';
import { allows, authorise, authoriseProject, requireUser } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { RepositoryError } from '../errors/RepositoryError.ts';
import type { Repository } from './Repository.ts';
import { findRepository } from './repositories.ts';

/** What reaches where a project's administrator may not: the host's own credentials, private networks, what all may not. */
const forPlatformAdministrators = ['hostUpstream', 'allowPrivateUpstream', 'adminDeployOnly'];

/** The project that a configuration names, before it is validated. */
export function projectIn(body: unknown): string | undefined {
  const { projectKey } = Object(body) as { projectKey?: unknown };
  return typeof projectKey === 'string' && projectKey !== '' ? projectKey : undefined;
}

/** Throws `HttpError` 401 or 403 unless the caller changes repositories of the project, or without one any. */
export async function authoriseIn(caller: Caller, project: string | undefined): Promise<void> {
  if (project === undefined) await authorise(caller, 'admin', 'system');
  else await authoriseProject(caller, 'resources', project);
}

/** Whether the caller is one of those. */
export async function mayChangeIn(caller: Caller, project: string | undefined): Promise<boolean> {
  try {
    await authoriseIn(caller, project);
    return true;
  } catch (error) {
    if (error instanceof HttpError && (error.status === 401 || error.status === 403)) return false;
    throw error;
  }
}

/**
 * Throws `HttpError` 401 or 403 unless the caller can change the repository. A repository of another project and a missing one get the
 * same answer.
 */
export async function authoriseChange(caller: Caller, key: string): Promise<void> {
  if (await mayChangeIn(caller, (await findRepository(key))?.projectKey)) return;
  requireUser(caller);
  const message = `User ${caller.userName} has no permission to change repository ${key}`;
  throw new RepositoryError(403, 'FORBIDDEN', message, key);
}

/**
 * Requires a key with the project's prefix, before anything shows whether a repository with the key exists. Throws `HttpError` 403.
 */
export async function checkNewKey(caller: Caller, key: string, project = ''): Promise<void> {
  if (key.startsWith(`${project}-`) || (await allows(caller, 'admin', 'system'))) return;
  throw refused(
    `choose any repository key. The keys of repositories in project ${project} start with ${project}-, unlike ${key}`,
  );
}

/** Requires that the repository stays in its project. Throws `HttpError` 403 without revealing whether the other project exists. */
export async function checkStays(
  caller: Caller,
  { key, projectKey = '' }: Repository,
  body: unknown,
): Promise<void> {
  const { projectKey: wanted = projectKey } = Object(body) as { projectKey?: unknown };
  if (wanted === projectKey || (await allows(caller, 'admin', 'system'))) return;
  throw refused(`move a repository such as ${key} to another project`);
}

/** Whether a configuration of the caller can name the repository as a member. */
export async function canNameMember(
  caller: Caller,
  { key, projectKey }: Repository,
  project: string | undefined,
  before?: Repository,
): Promise<boolean> {
  if (project !== undefined && projectKey === project) return true;
  if (before?.members?.includes(key)) return true;
  // Readable repositories outside of the project get an answer that explains why they are rejected.
  return (await allows(caller, 'admin', 'system')) || (await allows(caller, 'read', { repo: key }));
}

/** What only administrators of the platform may make of a repository; throws `HttpError` 403. */
export async function checkWithinProject(
  caller: Caller,
  after: Repository,
  before?: Repository,
): Promise<void> {
  if (await allows(caller, 'admin', 'system')) return;
  const { key, projectKey = '', options, members = [] } = after;
  if (before) await checkStays(caller, before, after);
  else await checkNewKey(caller, key, projectKey);
  // Absent and off are the same.
  const changed = forPlatformAdministrators.find(
    (name) => (options[name] === true) !== (before?.options[name] === true),
  );
  if (changed) throw refused(`set ${changed}`);
  for (const name of ['proxy', 'disableProxy', 'storageQuotaBytes'])
    if ((options[name] || '') !== (before?.options[name] || '')) throw refused(`set ${name}`);
  // Who entered them meant this address: at another of the same host they may open what is of no project's concern.
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
