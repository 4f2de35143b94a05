/** A repository as the list of `GET /artifactory/api/repositories[?type=&packageType=&project=]` shows it. */
export interface RepositorySummary {
  key: string;
  type: 'LOCAL' | 'REMOTE' | 'VIRTUAL';
  /** A remote's upstream; otherwise the repository's own address. */
  url: string;
  /** `npm`, `docker`, `generic`. */
  packageType: string;
  description: string;
  /** The project that it belongs to; absent: none. */
  projectKey?: string;
}

/** What `GET`, `PUT` and `POST /artifactory/api/repositories/{key}` carry. A field that does not fit its class is refused. */
export interface RepositoryConfiguration {
  key: string;
  rclass: 'local' | 'remote' | 'virtual';
  packageType: string;
  description?: string;
  /**
   * The project that it belongs to; empty or absent: none. Only administrators move a repository from one to another; a project's own
   * make, change and delete repositories in it, without `hostUpstream`, `allowPrivateUpstream` and members of other projects.
   */
  projectKey?: string;
  /** Names of environments; see `/access/api/v1/environments`. */
  environments?: string[];
  /** Remote: where its packages come from, without user name or password in it. Another one empties its cache. */
  url?: string;
  /** Remote: the upstream is the registry that the host's own npm is configured with; `url` is then absent. */
  hostUpstream?: boolean;
  /** Remote: the user that the upstream knows, with `password`. */
  username?: string;
  /**
   * Remote: written, never read. Sealed where it is kept, and shown to the origin of `url` alone; where that becomes another, it is to
   * be given again. Left out it stays, empty it goes.
   */
  password?: string;
  /** Remote: the same, in place of a user and a password; sent as the format's clients do. */
  token?: string;
  /** Remote: there is one. Read, never written. */
  hasPassword?: boolean;
  hasToken?: boolean;
  /** Remote, of images: an address that gives tokens for the upstream at another origin, which is shown its credentials too. */
  tokenService?: string;
  /** Remote: seconds that an upstream's metadata is taken as current; 900 when absent. */
  retrievalCachePeriodSecs?: number;
  /** Remote: seconds that "there is no such package" is remembered; 60 when absent. */
  missedRetrievalCachePeriodSecs?: number;
  /** Remote: milliseconds an upstream may stay silent; 15000 when absent. */
  socketTimeoutMillis?: number;
  /** Remote: the upstream is not asked, what is cached is served. */
  offline?: boolean;
  /** Remote: the upstream may stand on a private network. Metadata and link-local addresses stay refused. */
  allowPrivateUpstream?: boolean;
  /** Virtual: its members, in the order in which they are asked. */
  repositories?: string[];
  /** Virtual: the local member that a publish goes to; empty or absent: none. */
  defaultDeploymentRepo?: string;
  /** Virtual: names (`*` stands for any characters) that upstreams may add to although a local member owns them. */
  allowUpstreamFor?: string[];
  /** Virtual: names (`*` stands for any characters) that no upstream is ever asked for. */
  denyUpstreamFor?: string[];
  /** Local: who may delete a version may also publish it again with other content, where its format lets versions change at all. */
  allowOverwrite?: boolean;
  /** Local, of images: a tag that is there is not moved to another image. */
  immutableTags?: boolean;
  /** Local: only administrators deploy. */
  adminDeployOnly?: boolean;
}

/** `POST /artifactory/api/repositories/{key}/test` with a configuration, saved or not: what the upstream answers to it. */
export interface UpstreamTest {
  /** It answered, and with a success. */
  ok: boolean;
  /** What was asked for, after redirects; absent where nothing answered. */
  url?: string;
  status?: number;
  /** What it answered, or why it did not, in a sentence. */
  message: string;
}

/** `GET /ui/api/v1/ui/repodata?deploy=true`: where the caller may deploy. */
export interface DeployRepositories {
  repoTypesList: DeployRepository[];
  fileUploadMaxSizeMb: number;
}

export interface DeployRepository {
  repoKey: string;
  /** `npm`, `docker`, `generic`. */
  repoType: string;
  /** The class of the repository: a virtual one takes what goes to its default deployment repository. */
  type: 'LOCAL' | 'VIRTUAL';
}
