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
 * Describes a package format to the platform. Each format's directory exports one, and `formats.ts`
 * lists them. No other code names a format: what applies to only one is in its directory.
 */
export interface Format extends PackageType {
  /** Registers the routes of its protocol. Absent: it has only plain files. */
  routes?(app: FastifyInstance): Promise<void>;
  /** Sort order of its versions. Absent: semver. */
  versionOrder?(version: string): VersionOrder;
  /**
   * Reads authors and web pages from a version's metadata. Throws `HttpError` 400 or 404 for files
   * that cannot be read.
   */
  origin?: OriginReader;
  /** Its metadata has no field for a license, so a missing one is no finding. */
  declaresNoLicense?: true;
  /**
   * Queries the upstream of a remote repository for vulnerabilities of cached packages, in the
   * background. `held`: versions by name, except those that a local repository has. Undefined: the
   * upstream is not responding.
   */
  queryAdvisories?(
    remote: Repository,
    held: ReadonlyMap<string, readonly string[]>,
  ): Promise<Advisory[] | undefined>;
  /**
   * Removes a version from a local repository in the current transaction: files, index entry, and
   * the format's own rows. Idempotent. Absent: files are removed individually if the format has
   * plain files; otherwise single versions cannot be removed, and the console says so.
   */
  removeVersion?(version: VersionKey): Promise<void>;
  /**
   * For a format whose versions share files: the files that are removed with each version, if the
   * versions are removed in this order.
   */
  filesDeletedWith?(
    repo: string,
    name: string,
    versions: readonly string[],
  ): Promise<Map<string, DeletedFile[]>>;
  /** For a format with its own rows per file: the removal of whole folders. */
  branches?: Branches;
  /**
   * Returns the object that contains a file with a meaningless name, such as the image of a layer.
   */
  partOf?(path: string): { name: string; digest: string } | undefined;
  /** Finds unreferenced files, such as layers that no image needs, and removes them on request. */
  collect?(options: CollectOptions): AsyncIterable<Leftover>;
  /** For a format with tags: content that is available only by digest. */
  untagged?: UntaggedSupport;
  /**
   * How the trash stores and restores its files, and bundles publish them again. Absent: as
   * plain files.
   */
  trash?: TrashSupport;
  /**
   * For a format whose files are uploaded, downloaded, and removed individually at
   * `/artifactory/{repo}/{path}`.
   */
  plainFiles?: PlainFiles;
}

/** A file that a removal deletes. */
export interface DeletedFile {
  path: string;
  size: number;
  sha256: string;
}

/** A file to publish again, from the trash or from a bundle. */
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
   * Returns, by path, the data that publishing the files again requires, in the transaction that
   * deletes them. No entry: nothing. `null`: the file does not go to the trash.
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
  /** Content that the file needs, such as the layers of an image. */
  needs?: readonly { path: string; sha256: string; size: number }[];
  /** The version of the file, if the index of packages does not have it. */
  version?: { name: string; version: string };
}

interface Branches {
  /** Throws `HttpError` 409 for a file or folder that others need. */
  check(repo: string, path: string): Promise<void>;
  /**
   * Deletes the rows and index entries of files in the folder `branch`, in the transaction that
   * removes the files.
   */
  forget(repo: string, branch: string, paths: readonly string[]): Promise<void>;
}

interface UntaggedSupport {
  /** Yields the packages of the repository that have manifests without a tag. */
  find(repo: string): AsyncIterable<UntaggedPackage>;
  /**
   * Deletes the manifest at the path in the current transaction, unless it was pushed since
   * `changedBefore` (milliseconds since 1970), or something refers to it now. Returns why it was
   * kept.
   */
  remove(repo: string, path: string, changedBefore: number): Promise<string | undefined>;
}

export interface UntaggedPackage {
  /** `changed`: the last push, in milliseconds since 1970. */
  readonly manifests: readonly { path: string; changed: number }[];
  /**
   * Returns the paths that are deleted with each manifest, in the order of deletion, if manifests
   * with the `kept` paths stay, and with them everything that they require.
   */
  deletedPaths(kept: ReadonlySet<string>): Map<string, string[]>;
}

export interface CollectOptions {
  /** Content that was uploaded or requested within this time is kept: uploads can take long. */
  graceSeconds: number;
  /** False: only reports what would be removed. */
  remove: boolean;
  /** Also content that is available only by digest. */
  untagged?: boolean;
  /** Only in this repository. */
  repo?: string;
  /** Returns content that is kept although `untagged` includes it, such as files of a build. */
  kept?(sha256s: readonly string[]): Promise<ReadonlySet<string>>;
}

/** An unreferenced file. */
export interface Leftover {
  repo: string;
  path: string;
  /** In bytes. */
  size: number;
  why: string;
}

export interface PlainFiles {
  /** Throws `HttpError` 400, with the expected layout, for paths that the format does not allow. */
  check?(path: string): void;
  /**
   * Reads an uploaded file before the transaction begins. Returns a replacement for `index`. Throws
   * `HttpError` 400 for an invalid file, 409 for one that cannot be replaced.
   */
  inspect?(arrived: ArrivedFile): Promise<((file: FileRow) => Promise<void>) | undefined>;
  /** Updates the package index in the transaction that stored, replaced, or cached the file. */
  index(file: FileRow): Promise<void>;
  /** The same for many files of one repository without a replacement from `inspect`. Optional. */
  indexMany?(repo: string, files: readonly FileRow[]): Promise<void>;
  /** Updates the package index in the transaction that removed the file. */
  unindex(repo: string, path: string): Promise<void>;
  /** The same for many files. Optional. */
  unindexMany?(repo: string, paths: readonly string[]): Promise<void>;
  /**
   * Returns the possible package names of a file, as in the index. A virtual repository does not
   * query upstreams for files of packages that a local repository has. `remote`: the repository
   * that would be queried.
   */
  packageOf?(path: string, remote?: Repository): NamesOfPackages | Promise<NamesOfPackages>;
  /**
   * Whether the file describes only one upstream, so that a virtual repository must not return it.
   */
  ofOneUpstream?(path: string): boolean;
  /**
   * For a remote repository: the upstream's URL of the file at the path, and checksums from its
   * index. `missing`: not in its index. Undefined: the same path below the upstream's URL.
   */
  locate?(remote: Repository, path: string): Promise<Located | 'missing' | undefined>;
  /**
   * For a remote repository: whether the upstream never changes the file, so that it is fetched
   * only once.
   */
  immutable?(path: string): boolean;
  /** Files that are generated from others on each request and never stored. */
  generated?: GeneratedFiles;
}

type NamesOfPackages = string | readonly string[] | undefined;

export interface GeneratedFiles {
  /** Whether the path is one of them. */
  owns(path: string): boolean;
  /** Generates it for the caller. Throws `HttpError` 401, 403, or 404, and `UpstreamError`. */
  read(caller: Caller, repository: Repository, path: string): Promise<GeneratedFile>;
  /**
   * Accepts an upload to its path, and stores only data that cannot be generated. Throws
   * `HttpError` 400 or 409 for invalid content.
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

/** Stored content and the path that it is meant for. */
export interface ArrivedFile {
  repository: Repository;
  path: string;
  blob: BlobInfo;
  /** The current file at the path. Absent: not looked up. */
  existing?: FileRow | 'none';
  /** From an upstream that gave no checksums with it. */
  unchecked?: boolean;
}

const known = new Map<string, Format>();

/** Registers all formats. Called once, when the server is built. */
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

/** Returns all formats in display order. */
export function allFormats(): Format[] {
  return [...known.values()];
}

export function formatOf(type: string): Format | undefined {
  return known.get(type);
}

/** Throws for formats without plain files: no route leads there. */
export function plainFilesOf(type: string): PlainFiles {
  const files = known.get(type)?.plainFiles;
  if (!files) throw new Error(`${type} does not support plain files`);
  return files;
}
