import { createHash } from 'node:crypto';
import type { BlobInfo } from '../../../blobs/BlobStore.ts';
import { queryBeside, transaction } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import { announceFile, findFile, refusal } from '../../../files/files.ts';
import { mimeTypeOf } from '../../../files/mimeTypes.ts';
import { foldersOf } from '../../../files/paths.ts';
import { announceProperties } from '../../../files/properties.ts';
import { indexChanged } from '../../../packages/indexChanges.ts';
import { indexColumns } from '../../../packages/indexing.ts';
import type { Distribution } from '../distribution/readDistribution.ts';
import { pathOf } from '../fileNames.ts';
import { detailsOf, packageType } from '../indexRelease.ts';
import type { UploadRequest } from './checkUpload.ts';

const statement = {
  name: 'publish-pypi-file',
  text: 'SELECT publish_pypi_file($1::json, $2::bytea) AS outcome',
};

/** The database says so where another file stands at the path. */
const noPlace = 'LD409';

export interface StoredBytes {
  blob: BlobInfo;
  blake2: string;
  /** Makes them durable, where they are not yet. */
  keeping?: Promise<unknown>;
}

/**
 * Makes the file part of the repository: all of it, or nothing. Throws `HttpError` 409 when the file exists,
 * whatever is in it: of two that upload one file at once exactly one gets through. Twine knows the status, and the words.
 */
export async function storeFile(
  repo: string,
  request: UploadRequest,
  bytes: StoredBytes,
  distribution: Distribution,
  by: string,
): Promise<void> {
  if (!(await addFile(repo, request, bytes, distribution, by, true))) throw fileExists(repo, request.file);
}

/**
 * The same of a file that may be there, put or described: false where it is described already. In the current transaction, if any.
 * `isNew`: it was not put, nor announced, before.
 */
export async function addFile(
  repo: string,
  request: UploadRequest,
  bytes: StoredBytes,
  distribution: Distribution,
  by: string,
  isNew = false,
): Promise<boolean> {
  const row = fileRow(repo, request, bytes, distribution, by);
  try {
    const keeping = bytes.keeping ?? Promise.resolve();
    const isAdded = await transaction(async () => {
      const values = [JSON.stringify(row), distribution.raw];
      const [result] = await queryBeside<{ outcome: string | null }>(keeping, statement, values);
      if (result?.outcome === 'exists') return false;
      if (isNew) announceFile(repo, row.path, { after: row });
      announceProperties([{ id: '', repo, path: row.path, properties: {} }], propertiesOf(row));
      return true;
    });
    indexChanged();
    return isAdded;
  } catch (error) {
    if ((error as { code?: string }).code !== noPlace) throw error;
    throw await refusal(repo, row.path, (await findFile(repo, row.path)) !== undefined);
  }
}

export function fileExists(repo: string, file: string): HttpError {
  return new HttpError(
    409,
    'FILE_EXISTS',
    `File already exists: ${shown(file)} in ${repo} is never overwritten. Use a new version.`,
  );
}

function fileRow(
  repo: string,
  { project, version, file, parsed }: UploadRequest,
  { blob, blake2 }: StoredBytes,
  { metadata, raw }: Distribution,
  by: string,
) {
  const path = pathOf(project, file);
  const mimeType = mimeTypeOf(file);
  const { sha256, sha1, md5, size } = blob;
  // The database says when it was uploaded, and which of the release's files leads.
  const index = indexColumns({
    ...{ repo, type: packageType, name: project, version, created: new Date(0) },
    ...detailsOf(metadata),
    leadFile: path,
    files: [{ path, size, sha256, sha1, md5, mimeType }],
  });
  const requires = printable(metadata.requiresPython ?? '');
  const properties = {
    'pypi.name': printable(metadata.name),
    'pypi.version': version,
    'pypi.requires.python': requires,
  };
  const said = Object.entries(properties).filter(([, value]) => value !== '');
  return {
    ...{ repo, project, version, filename: file, kind: parsed.kind, python: parsed.python, blake2 },
    requires_python: requires || null,
    metadata_sha256: createHash('sha256').update(raw).digest('hex'),
    uploaded_by: by,
    ...{ path, folders: foldersOf(path), mime_type: mimeType, sha256, sha1, md5, size },
    property_keys: said.map(([key]) => key),
    property_values: said.map(([, value]) => value),
    lower_name: index.lowerName,
    sort_key: index.sortKey,
    prerelease: index.prerelease,
    licenses: index.licenses,
    description: index.description,
    keywords: index.keywords,
    dependencies: index.dependencies,
    dev_dependencies: index.devDependencies,
    readme: index.readme,
  };
}

function propertiesOf(row: ReturnType<typeof fileRow>): Record<string, string[]> {
  return Object.fromEntries(row.property_keys.map((key, at) => [key, [row.property_values[at] ?? '']]));
}

function printable(text: string): string {
  return text
    .slice(0, 200)
    .replace(/[\p{Cc}\p{Surrogate}]+/gu, ' ')
    .trim();
}
