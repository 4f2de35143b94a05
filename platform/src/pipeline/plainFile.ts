import type { Caller } from '../access/Caller.ts';
import type { BlobInfo } from '../blobs/BlobStore.ts';
import { findFile } from '../files/files.ts';
import type { Properties } from '../files/properties.ts';
import type { Repository } from '../repositories/repositories.ts';
import { plainFilesOf } from './Format.ts';
import type { Publication } from './publish.ts';
import { authorizeWrite } from './writeTarget.ts';

interface PlainFileOptions {
  properties?: Properties;
  mimeType?: string;
}

/**
 * Inspects a file of a format with plain files. The caller must be authorized to deploy it.
 * Replacing other content also requires the permission to delete it. Throws `HttpError` 401 and
 * 403, and 400 and 409 like the format.
 */
export async function inspectPlainFile(
  caller: Caller,
  repository: Repository,
  path: string,
  blob: BlobInfo,
  options: PlainFileOptions = {},
): Promise<Publication> {
  const format = plainFilesOf(repository.packageType);
  // Read before the inspection: a file that is stored since then is not replaced.
  const existing = await findFile(repository.key, path);
  const index = await format.inspect?.({ repository, path, blob, existing: existing ?? 'none' });
  const overwrite = existing !== undefined && existing.sha256 !== blob.sha256;
  if (overwrite) await authorizeWrite(caller, 'delete', repository, path);
  const by = caller.userName;
  return { ...{ repo: repository.key, path, by, overwrite }, ...options, record: index ?? format.index };
}
