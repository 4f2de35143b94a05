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
  /** `REPOPATHPREFIX`: a Docker repository is the first part of an image's name. */
  dockerReverseProxyMethod: 'REPOPATHPREFIX';
  /** Repositories with a host or a port of their own. */
  reverseProxyRepositories: { repoRef: string; serverName: string; port: number }[];
  useHttp: boolean;
  useHttps: boolean;
  httpPort: number;
  httpsPort: number;
}
