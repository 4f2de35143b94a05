import { HttpError } from '../../errors/HttpError.ts';
import { compileSearch } from '../search/compileSearch.ts';
import type { View } from '../sql/readable.ts';

/** Parameters of the package list, without the page. */
const parameters: ReadonlySet<string> = new Set([
  ...[
    'query',
    'name',
    'package_type',
    'repos',
    'projects',
    'description',
    'tags',
    'licenses',
    'version',
    'checksum',
  ],
  ...['scope', 'packageId', 'after', 'before', 'severities', 'cve', 'ignorePreRelease', 'plugins'],
  ...['sort_by', 'sort_type'],
]);

/** Throws `HttpError` 400 for unknown parameters, and for a search that is invalid. */
export async function checkQuery(query: string, view: View): Promise<void> {
  const given = new URLSearchParams(query);
  const unknown = [...given.keys()].find((key) => !parameters.has(key));
  if (unknown !== undefined)
    throw new HttpError(
      400,
      'BAD_SEARCH',
      `Invalid search: unknown parameter "${unknown.slice(0, 50)}". Use the query of the package list's URL`,
    );
  await compileSearch({ search: given.get('query') ?? '' }, view, true);
}

/** Returns why a stored query is no longer valid; null for a valid one. */
export async function problemOf(query: string, view: View): Promise<string | null> {
  try {
    await checkQuery(query, view);
    return null;
  } catch (error) {
    if (error instanceof HttpError && error.status === 400) return error.message;
    throw error;
  }
}
