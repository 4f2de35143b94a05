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
  const changed = forPlatformAdministrators.find((name) => options[name] !== before?.options[name]);
  if (changed) throw refused(`set ${changed}`);
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
