import type { OutgoingResponse } from '../outgoing/OutgoingClient.ts';
import type { Naming } from './naming.ts';
import type { Repository, RepositoryType } from './Repository.ts';

/** What repositories must know of a package type. `Format` (pipeline) adds what concerns the content. */
export interface PackageType {
  /** As repositories name it: `npm`. */
  type: string;
  /** What the index and its clients call its packages where that is another name: `golang`. */
  packagesType?: string;
  /** As people write it: `npm`, `Docker`. */
  displayName: string;
  /** The classes of repositories that can hold it. */
  classes: readonly RepositoryType[];
  /** Where its client finds a repository, below the origin: `/artifactory/api/npm/{key}/`. `/artifactory/{key}` when absent. */
  clientPath?(key: string): string;
  /** Which parts of its names belong to one owner, for reservations of names. */
  naming?: Naming;
  /** Whether a local repository has the name, or had it; as the index says when absent. */
  ownsName?(repo: string, name: string): Promise<boolean>;
  /** What OSV's advisories call its packages: `npm`, `PyPI`. Absent: there are none. */
  ecosystem?: string;
  /** The type of its package URLs (purl), and how they write a name. Absent: its packages have none. */
  purl?: { type: string; name?(name: string): string };
  /**
   * Its packages declare their dependencies: which of the versions a client would install for a declared range; undefined if that
   * cannot be told. Absent: what its packages depend on is unknown.
   */
  resolve?(range: string, versions: readonly string[]): string | undefined;
  /**
   * Of a remote repository: requests a URL of its upstream that shows that it is one of this type. Absent: its own address is requested.
   * Throws `UpstreamError`.
   */
  askWhetherThere?(remote: Repository): Promise<OutgoingResponse>;
  /** Its versions are tags, which can move; a local repository can forbid that. */
  tags?: true;
  /** Its clients send a token as it is, without a word before it. */
  bareToken?: true;
}

const known = new Map<string, PackageType>();

/** To be called once, when the server is built. */
export function usePackageTypes(types: readonly PackageType[]): void {
  for (const type of types) known.set(type.type, type);
}

export function packageTypeOf(type: string): PackageType | undefined {
  return known.get(type);
}

/** In the order in which they are offered. */
export function allPackageTypes(): PackageType[] {
  return [...known.values()];
}

/** The type that the index calls this. */
export function typeOfPackages(indexed: string): PackageType | undefined {
  return allPackageTypes().find(({ type, packagesType }) => (packagesType ?? type) === indexed);
}

/** What the index calls packages of a repository's type. */
export function packagesTypeOf(type: string): string {
  return known.get(type)?.packagesType ?? type;
}
