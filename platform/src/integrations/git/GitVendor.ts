import type { ConnectionTest, GitRepositories } from '@lading/contract/rest';

/** A connection that is used: its server, account, and token. */
export interface GitAccess {
  url: string;
  userName: string;
  token: string;
  allowPrivate: boolean;
}

/** The answer of a Git server to a call of its API. */
export interface GitAnswer {
  body: unknown;
  headers: Readonly<Record<string, string | undefined>>;
}

/** Sends GET to a path of the server's API; throws `GitServerError`. */
export type AskGit = (path: string) => Promise<GitAnswer>;

/** What a Git server lists: a page, or all that can be found. */
export interface PageWanted {
  search: string;
  cursor: string | undefined;
}

/** The API of a kind of Git server. */
export interface GitVendor {
  /** In paths of the console. */
  name: 'github' | 'gitlab' | 'bitbucket_cloud' | 'bitbucket_server';
  displayName: string;
  /** The root of the API, without a slash at its end. */
  api: (url: URL) => string;
  headers: (access: GitAccess) => Record<string, string>;
  /** Makes sure that the token is valid and belongs to the account; throws `GitServerError`. */
  test: (ask: AskGit, access: GitAccess) => Promise<ConnectionTest>;
  repositories: (ask: AskGit, wanted: PageWanted) => Promise<GitRepositories>;
}
