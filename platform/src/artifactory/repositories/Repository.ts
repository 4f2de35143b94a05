export type RepositoryType = 'local' | 'remote' | 'virtual';

export interface Repository {
  key: string;
  type: RepositoryType;
  /** `npm`, `docker`, `generic`. */
  packageType: string;
  description: string;
  /** A remote's upstream; absent where it is what the host's npm is configured with. */
  url?: string;
  /** A virtual's repositories, in the order in which they are asked. */
  members?: string[];
  /** The project that it belongs to. */
  projectKey?: string;
  /** Names of environments; absent: none. */
  environments?: string[];
  /** What `RepositoryConfiguration` holds beyond the above, validated when it was written. */
  options: Record<string, unknown>;
}
