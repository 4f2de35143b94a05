import type { Http } from '@lading/contract';
import type { PathAccess, UserAccess } from '@lading/contract/rest';

const CALL = '/access/api/v1/effective';

interface Part {
  readonly search: string;
  readonly cursor: string | undefined;
  readonly signal: AbortSignal;
}

/** Users who have any permission on the path. 404 for an unknown repository. */
export function fetchPathAccess(
  http: Http,
  { repository, path }: { readonly repository: string; readonly path: string },
  { search, cursor, signal }: Part,
): Promise<PathAccess> {
  const query = { repository, path: path || undefined, search: search || undefined, cursor };
  return http.json(`${CALL}/path`, { query, signal });
}

/** Repositories that the user has any permission on. 404 for an unknown user. */
export function fetchUserAccess(
  http: Http,
  user: string,
  { search, cursor, signal }: Part,
): Promise<UserAccess> {
  const query = { search: search || undefined, cursor };
  return http.json(`${CALL}/users/${encodeURIComponent(user)}`, { query, signal });
}
