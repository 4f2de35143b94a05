import { allows, authorise, authoriseProject, type Caller } from '../../access/gateway.ts';
import { HttpError } from '../../http/errors.ts';
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

/** What only administrators of the platform may make of a repository; throws `HttpError` 403. */
export async function checkWithinProject(
  caller: Caller,
  after: Repository,
  before?: Repository,
): Promise<void> {
  if (await allows(caller, 'admin', 'system')) return;
  const { key, projectKey = '', options, members = [] } = after;
  if (before && before.projectKey !== projectKey) {
    throw refused(`move a repository from one project to another, as ${key} would be`);
  }
  if (!before && !key.startsWith(`${projectKey}-`)) {
    throw refused(
      `choose any name: a repository of project ${projectKey} begins with ${projectKey}-, which ${key} does not`,
    );
  }
  // Absent and off are the same.
  const changed = forPlatformAdministrators.find(
    (name) => (options[name] === true) !== (before?.options[name] === true),
  );
  if (changed) throw refused(`set ${changed}`);
  // Who entered them meant this address: at another of the same host they may open what is of no project's concern.
  const sealed = before?.credentials?.sealed;
  if (before && sealed && after.credentials?.sealed === sealed && after.url !== before.url)
    throw refused(`have another address asked with the credentials that are kept: enter them again`);
  for (const member of members) {
    const found = before?.members?.includes(member) ? undefined : await findRepository(member);
    if (found && found.projectKey !== projectKey) {
      throw refused(`take in repositories of elsewhere, as ${member} is`);
    }
  }
}

function refused(what: string): HttpError {
  return new HttpError(403, 'FORBIDDEN', `Only administrators of the platform ${what}`);
}
