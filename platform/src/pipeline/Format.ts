import type { FastifyInstance } from 'fastify';
import type { Caller } from '../access/Caller.ts';
import type { Advisory } from '../advisories/Advisory.ts';
import type { BlobInfo } from '../blobs/BlobStore.ts';
import type { FileRow, ServedFile } from '../files/files.ts';
import { type OriginReader, useOrigin } from '../packages/about/origins.ts';
import type { VersionKey } from '../packages/indexing.ts';
import { useVersionOrder, type VersionOrder } from '../packages/versionOrders.ts';
import { useNaming } from '../repositories/naming.ts';
import { type PackageType, usePackageTypes } from '../repositories/PackageType.ts';
import type { Repository } from '../repositories/Repository.ts';

/**
 * What the platform has to know of a package format. Each format's folder gives one, `formats.ts`
 * lists them, and nothing else names a format: what holds for one alone stands in its folder.
 */
export interface Format extends PackageType {
  /** Mounts its protocol. Absent where plain files are all there is. */
  routes?(app: FastifyInstance): Promise<void>;
  /** How its versions sort; as semver, unless it says otherwise. */
  versionOrder?(version: string): VersionOrder;
  /**
   * Reads authors and pages from a version's own metadata. Throws `HttpError` 400 or 404 for files
   * that cannot be read.
   */
  origin?: OriginReader;
  /** Its packages have no place for a license, so that a missing one says nothing. */
  declaresNoLicense?: true;
  /**
   * What a remote repository's upstream knows of vulnerabilities of these packages, asked in the
   * background for versions that it has given: `held` has them by name, without those that a local
   * repository has. Undefined: it does not answer now.
   */
  queryAdvisories?(
    remote: Repository,
    held: ReadonlyMap<string, readonly string[]>,
  ): Promise<Advisory[] | undefined>;
  /**
   * Removes a version from a local repository: its files, its entry in the index and what the
   * format keeps of it, in the current transaction. What is gone already is no error. Absent: the
   * version's files are removed one by one where the format has plain files; elsewhere nothing can
   * be removed version by version, and the console says so.
   */
  removeVersion?(version: VersionKey): Promise<void>;
  /**
   * For a format whose versions share files: the files that go with each of the versions, removed
   * in this order.
   */
  filesGoing?(repo: string, name: string, versions: readonly string[]): Promise<Map<string, GoingFile[]>>;
  /**
   * For a format that keeps more of its files than the index does: what it means that whole
   * branches of the tree go.
   */
  branches?: Branches;
  /**
   * What the file at a path is a part of, and its digest there, where its own name says nothing to
   * people: of a layer its image.
   */
  partOf?(path: string): { name: string; digest: string } | undefined;
  /**
   * What it holds that nothing leads to any more, such as layers that no image needs; taken away
   * where `remove` says so.
   */
  collect?(options: CollectOptions): AsyncIterable<Leftover>;
  /**
   * How the trash stores and restores its files, and bundles publish them again. Absent: as
   * plain files.
   */
  trash?: TrashSupport;
  /**
   * For a format whose files are put, fetched and removed one by one at
   * `/artifactory/{repo}/{path}`.
   */
  plainFiles?: PlainFiles;
}

/** A file that a removal takes away. */
export interface GoingFile {
  path: string;
  size: number;
  sha256: string;
}

/** A deleted file: what the trash stores of it. */
export interface TrashedFile {
  path: string;
  blob: BlobInfo;
  /** Absent for content that was not deleted, but that the file needs. */
  file?: Pick<
    FileRow,
    'mimeType' | 'created' | 'createdBy' | 'modified' | 'modifiedBy' | 'downloads' | 'properties'
  > & { lastDownloaded?: Date };
  /** From `describe`. */
  state?: unknown;
  /** Whether it may replace other content at its path. */
  replaces?: boolean;
}

export interface TrashSupport {
  /**
   * Before the files are deleted, and in the same transaction: what restoring them needs beyond the
   * files themselves, by path. Files without an entry have nothing; those with `null` are not put
   * into the trash.
   */
  describe?(repo: string, files: readonly FileRow[]): Promise<ReadonlyMap<string, TrashDescription | null>>;
  /**
   * Publishes the files of an item again. Idempotent. Throws `HttpError` 409 if that is not
   * possible. Absent: each file is published as a plain file.
   */
  restore?(repository: Repository, files: readonly TrashedFile[], by: string): Promise<void>;
  /**
   * Why `restore` cannot replace versions in the repository; empty if it can. Absent: it never can.
   */
  replaceRefusal?(repository: Repository): string;
  /** Applies the state of a plain file after it was published again, in the same transaction. */
  apply?(file: FileRow, state: unknown): Promise<void>;
}

export interface TrashDescription {
  /** JSON. */
  state?: unknown;
  /** Content that the file needs, such as layers of an image. */
  needs?: readonly { path: string; sha256: string; size: number }[];
  /** The version of the file, if the index of packages does not have it. */
  version?: { name: string; version: string };
}

interface Branches {
  /** Throws `HttpError` 409 for a file or a folder that cannot go without others. */
  check(repo: string, path: string): Promise<void>;
  /**
   * In the transaction that removes these files, which lie in the branch: forgets what they stand
   * for, in the index too.
   */
  forget(repo: string, branch: string, paths: readonly string[]): Promise<void>;
}

export interface CollectOptions {
  /** What was put or looked for within this time is left alone: an upload may take its time. */
  graceSeconds: number;
  /** Otherwise it is only told what would go. */
  remove: boolean;
  /** Also what can be had by its digest alone. */
  untagged?: boolean;
  /** Only in this repository. */
  repo?: string;
}

/** A file that nothing needs. */
export interface Leftover {
  repo: string;
  path: string;
  /** In bytes. */
  size: number;
  why: string;
}

export interface PlainFiles {
  /**
   * Refuses a path that the format's layout does not know, by an `HttpError` 400 that says what
   * would be right.
   */
  check?(path: string): void;
  /**
   * Looks into a file that has arrived, before a transaction begins: what the format must read of
   * it to accept it. Gives what is done in place of `index`; throws `HttpError` 400 for a file that
   * does not hold, 409 for one that stays as it is.
   */
  inspect?(arrived: ArrivedFile): Promise<((file: FileRow) => Promise<void>) | undefined>;
  /**
   * After a file was put, replaced or cached, in the same transaction: what the index of packages
   * is to say.
   */
  index(file: FileRow): Promise<void>;
  /**
   * The same of many files of one repository that nothing was done with by `inspect`, where that is
   * quicker than one by one.
   */
  indexMany?(repo: string, files: readonly FileRow[]): Promise<void>;
  /** After a file was removed, in the same transaction. */
  unindex(repo: string, path: string): Promise<void>;
  /** The same of many files at once, where that is quicker than one by one. */
  unindexMany?(repo: string, paths: readonly string[]): Promise<void>;
  /**
   * The package that a file belongs to, as the index names it, or all that its name may stand for:
   * in a virtual repository, upstreams are not asked for the files of one that is ours. `remote`:
   * who would be asked.
   */
  packageOf?(path: string, remote?: Repository): NamesOfPackages | Promise<NamesOfPackages>;
  /**
   * Whether what lies there tells of one upstream alone, so that a virtual repository, which has
   * more, does not pass it on.
   */
  ofOneUpstream?(path: string): boolean;
  /**
   * Of a remote repository: where the upstream has what is kept at the path, and what its index
   * says of the bytes. `missing` where its index has no such file; undefined for what lies at the
   * same path below the upstream's own address.
   */
  locate?(remote: Repository, path: string): Promise<Located | 'missing' | undefined>;
  /**
   * Of a remote repository: whether the upstream never changes what it has under the path, so that
   * it is asked once.
   */
  immutable?(path: string): boolean;
  /** Files that are generated from others on each request and never stored. */
  generated?: GeneratedFiles;
}

type NamesOfPackages = string | readonly string[] | undefined;

export interface GeneratedFiles {
  /** Whether the path is one of them. */
  owns(path: string): boolean;
  /** What it says to the caller; throws `HttpError` 401, 403 or 404, and `UpstreamError`. */
  read(caller: Caller, repository: Repository, path: string): Promise<GeneratedFile>;
  /**
   * Takes in what a client puts there, as far as nothing else says it; throws `HttpError` 400 or
   * 409 for what does not hold.
   */
  put(target: Repository, path: string, content: Buffer): Promise<void>;
}

export interface GeneratedFile extends ServedFile {
  content: Buffer;
}

export interface Located {
  url: URL;
  /** Hexadecimal in lower case. */
  checksums?: { sha256?: string; sha1?: string; md5?: string };
}

/** Bytes that are here, and where they are to be put. */
export interface ArrivedFile {
  repository: Repository;
  path: string;
  blob: BlobInfo;
  /** What stands there before it; absent as well where nobody has looked. */
  existing?: FileRow | 'none';
  /** It came from an upstream that did not say together with it what its bytes are. */
  unchecked?: boolean;
}

const known = new Map<string, Format>();

/** Once, when the server is built. */
export function useFormats(formats: readonly Format[]): void {
  usePackageTypes(formats);
  for (const format of formats) {
    const { type, packagesType = type, versionOrder, naming, origin } = format;
    known.set(type, format);
    if (versionOrder) useVersionOrder(packagesType, versionOrder);
    if (naming) useNaming(packagesType, naming);
    if (origin) useOrigin(packagesType, origin);
  }
}

/** In the order in which they are offered. */
export function allFormats(): Format[] {
  return [...known.values()];
}

export function formatOf(type: string): Format | undefined {
  return known.get(type);
}

/** For formats with plain files; throws for others, where no request leads. */
export function plainFilesOf(type: string): PlainFiles {
  const files = known.get(type)?.plainFiles;
  if (!files) throw new Error(`${type} does not support plain files`);
  return files;
}
