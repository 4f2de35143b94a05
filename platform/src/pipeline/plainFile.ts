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
 * Inspects a file of a format with plain files. The caller has been authorized to deploy it; to
 * replace a file with other content takes the permission to delete it. Throws `HttpError` 400 and
 * 409 as the format does, 401, and 403.
 */
export async function inspectPlainFile(
  caller: Caller,
  repository: Repository,
  path: string,
  blob: BlobInfo,
  options: PlainFileOptions = {},
): Promise<Publication> {
  const format = plainFilesOf(repository.packageType);
  // Read before the format decides: a file that is stored since then is not replaced.
  const existing = await findFile(repository.key, path);
  const index = await format.inspect?.({ repository, path, blob, existing: existing ?? 'none' });
  const overwrite = existing !== undefined && existing.sha256 !== blob.sha256;
  if (overwrite) await authorizeWrite(caller, 'delete', repository, path);
  const by = caller.userName;
  return { ...{ repo: repository.key, path, by, overwrite }, ...options, record: index ?? format.index };
}
