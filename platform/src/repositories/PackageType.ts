import type { OutgoingResponse } from '../outgoing/OutgoingClient.ts';
import type { Naming } from './naming.ts';
import type { Repository, RepositoryType } from './Repository.ts';

/** Versions between two bounds. An absent bound is open; others are included by default. */
export interface VersionSpan {
  readonly from?: string;
  readonly fromExcluded?: boolean;
  readonly to?: string;
  readonly toExcluded?: boolean;
}

/**
 * Properties of a package type that repositories need. `Format` (pipeline) adds those of the
 * content.
 */
export interface PackageType {
  /** Name in repositories: `npm`. */
  type: string;
  /** Type name in the index and its clients, if different: `golang`. */
  packagesType?: string;
  /** Display name: `npm`, `Docker`. */
  displayName: string;
  /** The supported classes of repositories. */
  classes: readonly RepositoryType[];
  /**
   * Path for clients of a repository, below the origin: `/artifactory/api/npm/{key}/`. Default:
   * `/artifactory/{key}`.
   */
  clientPath?(key: string): string;
  /** Structure of its names, for reservations of names. Absent: names have no owners. */
  naming?: Naming;
  /** Whether a local repository has or had the name. Default: according to the index. */
  ownsName?(repo: string, name: string): Promise<boolean>;
  /** Ecosystem name in OSV advisories: `npm`, `PyPI`. Absent: there are no advisories. */
  ecosystem?: string;
  /** Type and name notation of its package URLs (purl). Absent: its packages have none. */
  purl?: { type: string; name?(name: string): string };
  /**
   * Returns the version that a client would install for a declared range; undefined if unknown. For
   * types whose packages declare dependencies. Absent: dependencies are unknown.
   */
  resolve?(range: string, versions: readonly string[]): string | undefined;
  /**
   * Returns the versions that a declared range allows; undefined if it is unknown, such as for a
   * URL. Absent: ranges cannot be compared.
   */
  spans?(range: string): readonly VersionSpan[] | undefined;
  /**
   * Requests a URL of a remote repository's upstream that confirms its package type. Default:
   * requests the upstream URL itself. Throws `UpstreamError`.
   */
  probe?(remote: Repository): Promise<OutgoingResponse>;
  /**
   * Whether the path belongs to a snapshot; undefined if it belongs to no single version. Absent:
   * the type has no snapshots.
   */
  isSnapshot?(path: string): boolean | undefined;
  /** Versions are tags, which can move. Local repositories can make them immutable. */
  tags?: true;
  /** Remote repositories cannot serve files without caching them. */
  cachesAlways?: true;
  /** Clients send the bare token in the authorization header, without a scheme. */
  bareToken?: true;
}

const known = new Map<string, PackageType>();

/** Registers the package types. Call once, when the server is built. */
export function usePackageTypes(types: readonly PackageType[]): void {
  for (const type of types) known.set(type.type, type);
}

export function packageTypeOf(type: string): PackageType | undefined {
  return known.get(type);
}

/** Returns all package types in display order. */
export function allPackageTypes(): PackageType[] {
  return [...known.values()];
}

/** Returns the type with this name in the index. */
export function typeOfPackages(indexed: string): PackageType | undefined {
  return allPackageTypes().find(({ type, packagesType }) => (packagesType ?? type) === indexed);
}

/** Returns the index name of a repository's package type. */
export function packagesTypeOf(type: string): string {
  return known.get(type)?.packagesType ?? type;
}
