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

/** How to send a request; without it, as GET, for JSON. */
export interface GitWish {
  /** Returns the content of a file as text in `body`. */
  raw?: true;
  /** Sends this as JSON with POST. */
  post?: object;
}

/** Sends a request to a path of the server's API; throws `GitServerError`. */
export type AskGit = (path: string, wish?: GitWish) => Promise<GitAnswer>;

/** A repository by the two names that APIs use. */
export interface RepositoryName {
  id: string;
  /** With its owner: `harbour/tea`. */
  name: string;
}

/** Files of a commit. */
interface GitFiles {
  paths: string[];
  /** Whether the server did not list all. */
  truncated: boolean;
}

/** The result of a scan, as a status of the commit. */
interface CommitStatus {
  passed: boolean;
  description: string;
  /** Page with the details; '' if the public URL of this server is unknown. */
  url: string;
}

/** Reads branches and files, and reports the result of scans. */
export interface GitCode {
  /** Returns the newest commit of a branch; '' is the default branch where the API allows that. */
  head: (ask: AskGit, repository: RepositoryName, branch: string) => Promise<string>;
  files: (ask: AskGit, repository: RepositoryName, commit: string) => Promise<GitFiles>;
  file: (ask: AskGit, repository: RepositoryName, commit: string, path: string) => Promise<string>;
  report: (ask: AskGit, repository: RepositoryName, commit: string, status: CommitStatus) => Promise<void>;
}

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
  code: GitCode;
}
