export type RepositoryType = 'local' | 'remote' | 'virtual';

/** Credentials that a remote repository sends to its upstream. */
export interface UpstreamCredentials {
  kind: 'password' | 'token';
  /** Empty for a token. */
  username: string;
  /** Origin of the upstream. The credentials are sent to no other origin. */
  origin: string;
  /** Encrypted secret. Only `upstream/credentials.ts` decrypts it. */
  sealed: Buffer;
}

/** Certificate with which a remote repository authenticates to its upstream. */
export interface ClientCertificate {
  /** PEM. */
  certificate: string;
  /** Origin of the upstream. The certificate is used for no other origin. */
  origin: string;
  /** Encrypted private key. Only `upstream/clientCertificate.ts` decrypts it. */
  sealed: Buffer;
}

export interface Repository {
  key: string;
  type: RepositoryType;
  /** `npm`, `docker`, `generic`. */
  packageType: string;
  description: string;
  /** Upstream URL of a remote. Absent: the registry that npm on the server is configured with. */
  url?: string;
  /** Absent: requests are anonymous. */
  credentials?: UpstreamCredentials;
  /** Absent: TLS connections to the upstream use no client certificate. */
  clientCertificate?: ClientCertificate;
  /** Members of a virtual repository, in resolution order. */
  members?: string[];
  /** Key of its project. */
  projectKey?: string;
  /** Names of environments; absent: none. */
  environments?: string[];
  /** Further fields of `RepositoryConfiguration`, validated on write. */
  options: Record<string, unknown>;
}
