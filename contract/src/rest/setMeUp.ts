import type { DockerMethod } from './webServer.ts';

/** How clients are set up. Paths are under `/ui/api/v1`. */

/** GET `/ui/setMeUp`: the repositories that the caller may read or deploy to, and where clients find them. */
export interface SetMeUp {
  repoKeyTypes: RepoKeyType[];
  /** `https://packages.example.org/artifactory`, without a slash at its end. */
  baseUrl: string;
  serverId: string;
  /** Of the server as the caller reaches it, without a port. */
  hostname: string;
}

export interface RepoKeyType {
  repoKey: string;
  /** `npm`, `docker`, `generic`. */
  repoType: string;
  isLocal: boolean;
  isRemote: boolean;
  isVirtual: boolean;
  canRead: boolean;
  /** Where a virtual repository is asked: into its default deployment repository. */
  canDeploy: boolean;
}

/** GET `/ui/setMeUp/reverseProxyData`: how the server is reached, by the proxy before it where there is one. */
export interface ReverseProxyData {
  serverName: string;
  dockerReverseProxyMethod: DockerMethod;
  /** Repositories with a host or a port of their own. */
  reverseProxyRepositories: { repoRef: string; serverName: string; port: number }[];
  useHttp: boolean;
  useHttps: boolean;
  httpPort: number;
  httpsPort: number;
}

/**
 * POST `/ui/setMeUp/token`: a token for a client that is set up for one repository, with what the caller may do there. 403 where the
 * caller may not read it.
 */
export interface ClientTokenRequest {
  repoKey: string;
  /** In seconds; 90 days when left out, a year at most. */
  expiresIn?: number;
}

export interface ClientToken {
  tokenId: string;
  /** Shown this once. */
  token: string;
  /** In seconds. */
  expiresIn: number;
  /** See `NewToken`. */
  scope: string;
}

/** POST `/ui/npm/token`, also without `/ui/api/v1` before it: the same for npm. 400 `NOT_NPM` for a repository of another type. */
export type NpmTokenRequest = ClientTokenRequest;

export interface NpmToken extends ClientToken {
  /** With a slash at its end. */
  registry: string;
  /** The lines of an `.npmrc`. */
  npmrc: string[];
}
