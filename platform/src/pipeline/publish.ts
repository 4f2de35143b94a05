import type { ArchiveBytes } from '../archives/ArchiveBytes.ts';
import { transaction } from '../database/db.ts';
import { type FileRow, type PutFileOptions, putFile } from '../files/files.ts';
import { assertAnnotatable } from '../files/filesInUse.ts';
import { type Properties, setProperties } from '../files/properties.ts';
import type { IndexedVersion } from '../packages/IndexedVersion.ts';
import { indexVersion } from '../packages/indexing.ts';
import type { KeptBytes, Received } from './receive.ts';

/**
 * A file that a format has accepted, and the steps that are the format's own. All of them run in
 * the transaction that stores the file, in this order; a step that throws rolls all of them back.
 */
export interface Publication<Admitted = unknown> extends Description<Admitted> {
  repo: string;
  path: string;
  /** Name of the user. */
  by: string;
  /** By the extension of the path if absent. */
  mimeType?: string;
  /** Whether it may replace a file with other content. */
  overwrite?: boolean;
  /** The event of the file, `deployed` if absent. */
  as?: NonNullable<PutFileOptions['as']>;
}

/**
 * The part of a publication that also applies to files that are already stored, such as cached
 * ones.
 */
export interface Description<Admitted = unknown> {
  /**
   * Locks the rows of the package, and throws `HttpError` 409 for a version that exists. The next
   * steps get its result.
   */
  admit?(): Promise<Admitted>;
  properties?: Properties;
  /** Writes the format's rows about the file. */
  record?(file: FileRow, admitted: Admitted): Promise<void> | void;
  /** The version that the file belongs to, for the index of packages. */
  version?(file: FileRow, admitted: Admitted): IndexedVersion | Promise<IndexedVersion>;
  /**
   * Runs once the version is indexed: updates what depends on it, and announces the format's own
   * event.
   */
  conclude?(file: FileRow, admitted: Admitted): Promise<void> | void;
}

/**
 * Publishes an upload, in five steps. `inspect` belongs to the format: it parses the bytes while
 * they are being written, and throws `HttpError` 400 for those that are invalid.
 *
 *     receive    the protocol's handler takes the bytes        receive.ts
 *     inspect    the format parses them                        formats/{format}
 *     store      blob, path, and the format's rows             files/files.ts
 *     index      the version, in the index of packages         packages/indexing.ts
 *     announce   the events, to subscribers                    events/announce.ts
 *
 * Store, index, and announce are one transaction, which is committed once the bytes are durable.
 */
export function publish<Admitted>(
  received: Received,
  inspect: (bytes: ArchiveBytes) => Promise<Publication<Admitted>>,
): Promise<FileRow> {
  return publishWith(store, received, inspect);
}

/**
 * Like `publish`, with another implementation of store, index, and announce. npm stores the
 * publications of several requests together (`formats/npm/publish`).
 */
export async function publishWith<Published, Result>(
  storing: (published: Published, kept: KeptBytes) => Promise<Result>,
  { bytes, keep }: Received,
  inspect: (bytes: ArchiveBytes) => Promise<Published>,
): Promise<Result> {
  const kept = keep();
  const published = await inspect(bytes).catch(async (error) => {
    // If the bytes cannot be written, they cannot be read: throw the first error.
    await kept.written();
    throw error;
  });
  const result = await storing(published, kept);
  await kept.confirm();
  return result;
}

/**
 * Stores, indexes, and announces, in the current transaction if there is one. Throws as `putFile`.
 */
export function store<Admitted>(
  publication: Publication<Admitted>,
  { blob, register }: KeptBytes,
): Promise<FileRow> {
  const { repo, path, by, mimeType, overwrite, as } = publication;
  return transaction(async () => {
    const admitted = await publication.admit?.();
    const held = register();
    const given = {
      ...(overwrite ? { overwrite } : {}),
      ...(mimeType ? { mimeType } : {}),
      ...(as ? { as } : {}),
    };
    const options = { held, ...given };
    // Also announces the file.
    const file = await putFile(repo, path, blob, by, options);
    return complete(publication, file, admitted as Admitted);
  });
}

/** Describes and indexes a file that is stored already, in the current transaction. */
export function describeFile<Admitted>(file: FileRow, description: Description<Admitted>): Promise<FileRow> {
  return transaction(async () => complete(description, file, (await description.admit?.()) as Admitted));
}

async function complete<Admitted>(
  { properties = {}, record, version, conclude }: Description<Admitted>,
  file: FileRow,
  admitted: Admitted,
): Promise<FileRow> {
  if (Object.keys(properties).length > 0) await assertAnnotatable(file.repo, [file.path]);
  await setProperties(file, properties);
  await record?.(file, admitted);
  if (version) await indexVersion(await version(file, admitted));
  await conclude?.(file, admitted);
  return { ...file, properties: { ...file.properties, ...properties } };
}
