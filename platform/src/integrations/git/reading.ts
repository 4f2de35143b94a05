import type { ConnectionTest, GitRepository } from '@lading/contract/rest';
import { GitServerError } from './GitServerError.ts';
import type { PageWanted } from './GitVendor.ts';

type Fields = Readonly<Record<string, unknown>>;

export const pageSize = 50;
const maxText = 500;

/** Reads responses of other servers defensively: any field can be missing or have another type. */
export function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.slice(0, 200).map(fields) : [];
}

/** Returns strings and numbers as text; '' for other values. */
export function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.slice(0, maxText) : '';
}

export function repositoryOf(read: {
  id: unknown;
  name: unknown;
  url: unknown;
  branch: unknown;
  private: boolean;
  updated?: unknown;
}): GitRepository {
  const url = textOf(read.url);
  const updated = textOf(read.updated);
  return {
    id: textOf(read.id),
    name: textOf(read.name),
    url: /^https?:\/\//.test(url) && URL.canParse(url) ? url : '',
    defaultBranch: textOf(read.branch),
    private: read.private,
    ...(updated === '' ? {} : { updatedOn: updated }),
  };
}

/** Checks that the token belongs to the entered account; throws `GitServerError`. */
export function checkAccount(server: string, found: string, entered: string): void {
  if (found === '') {
    throw new GitServerError(
      `${server} did not report the account of the token. Check the URL and the token`,
    );
  }
  if (found.toLowerCase() !== entered.toLowerCase()) {
    throw new GitServerError(`The token belongs to user ${found} of ${server}, not to ${entered}`);
  }
}

/** Returns the page number of a cursor; 1 for invalid ones. */
export function pageOf({ cursor }: PageWanted): number {
  return /^[1-9]\d{0,5}$/.test(cursor ?? '') ? Number(cursor) : 1;
}

/** Returns the names of the first repositories, for a test result. */
export function sampleOf(repositories: readonly GitRepository[]): ConnectionTest['sample'] {
  return repositories.slice(0, 5).map(({ name }) => name);
}
