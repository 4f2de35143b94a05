import type { ConnectionTest, GitRepositories } from '@lading/contract/rest';

/** Access to a Git server: URL, account, and token. */
export interface GitAccess {
  url: string;
  userName: string;
  token: string;
  allowPrivate: boolean;
}

/** Response of a Git server's API. */
export interface GitAnswer {
  body: unknown;
  headers: Readonly<Record<string, string | undefined>>;
}

/** Sends GET to a path of the server's API; throws `GitServerError`. */
export type AskGit = (path: string) => Promise<GitAnswer>;

/** A request for repositories: search and page. */
export interface PageWanted {
  search: string;
  cursor: string | undefined;
}

/** The API of a kind of Git server. */
export interface GitVendor {
  /** Name in paths of the console. */
  name: 'github' | 'gitlab' | 'bitbucket_cloud' | 'bitbucket_server';
  displayName: string;
  /** Returns the root URL of the API, without a trailing slash. */
  api: (url: URL) => string;
  headers: (access: GitAccess) => Record<string, string>;
  /** Checks that the token is valid and belongs to the account; throws `GitServerError`. */
  test: (ask: AskGit, access: GitAccess) => Promise<ConnectionTest>;
  repositories: (ask: AskGit, wanted: PageWanted) => Promise<GitRepositories>;
}
