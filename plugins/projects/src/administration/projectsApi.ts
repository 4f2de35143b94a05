import type { Http } from '@lading/contract';
import type { NewProject, Project, ProjectChange } from '@lading/contract/rest';
import { basedOn, fetchVersioned, type Versioned } from '@lading/ui/edit';
import type { FetchListPage } from '@lading/ui/list';

const CALL = '/access/api/v1/projects';
const one = (key: string) => `${CALL}/${encodeURIComponent(key)}`;

/** Pages of all projects, for administrators. Throws `HttpFailure`, like all of these. */
export function fetchProjectPage(http: Http): FetchListPage<Project> {
  return async ({ search, sortBy, descending }, cursor, signal) => {
    let next: string | undefined;
    const onHeaders = (headers: Headers) => {
      next = headers.get('x-next-cursor') ?? undefined;
    };
    const order = { sort_by: sortBy, descending_order: descending };
    const query = { ...order, search: search || undefined, cursor, limit: 100 };
    return { rows: await http.json<Project[]>(CALL, { query, signal, onHeaders }), next };
  };
}

export function fetchProject(http: Http, key: string, signal: AbortSignal): Promise<Versioned<Project>> {
  return fetchVersioned<Project>(http, one(key), { signal });
}

/** Fails with 400 for an invalid key, and with 409 for one that is taken. */
export function createProject(http: Http, project: NewProject): Promise<Project> {
  return http.json<Project>(CALL, { method: 'POST', body: project });
}

/** Fails with 412 if the project has changed since that version. */
export function changeProject(
  http: Http,
  key: string,
  change: ProjectChange,
  version: string | undefined,
): Promise<Versioned<Project>> {
  return fetchVersioned<Project>(http, one(key), { method: 'PUT', body: change, ...basedOn(version) });
}

/** Fails with 409 for a project with repositories. */
export function deleteProject(http: Http, key: string): Promise<void> {
  return http.json<void>(one(key), { method: 'DELETE' });
}
