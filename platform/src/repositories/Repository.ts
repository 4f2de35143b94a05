export type RepositoryType = 'local' | 'remote' | 'virtual';

/** What a remote shows its upstream. */
export interface UpstreamCredentials {
  kind: 'password' | 'token';
  /** Empty for a token. */
  username: string;
  /** The upstream's, and nobody else's. */
  origin: string;
  /** Opened by `upstream/credentials.ts` alone. */
  sealed: Buffer;
}

export interface Repository {
  key: string;
  type: RepositoryType;
  /** `npm`, `docker`, `generic`. */
  packageType: string;
  description: string;
  /** A remote's upstream; absent where it is what the host's npm is configured with. */
  url?: string;
  /** Absent: it asks as everyone may. */
  credentials?: UpstreamCredentials;
  /** A virtual's repositories, in the order in which they are asked. */
  members?: string[];
  /** The project that it belongs to. */
  projectKey?: string;
  /** Names of environments; absent: none. */
  environments?: string[];
  /** What `RepositoryConfiguration` holds beyond the above, validated when it was written. */
  options: Record<string, unknown>;
}
