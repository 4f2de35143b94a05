import { buffer } from 'node:stream/consumers';
import { HttpError } from '../../errors/HttpError.ts';
import type { FileRow } from '../../files/files.ts';
import { blobs } from '../../storage/storage.ts';
import type { Arriving } from './fetchFile.ts';

const limit = 8 * 1024 ** 2;

/** Reads a small file as text. Throws `HttpError` 502 if the upstream's file is too large. */
export async function textOf(found: FileRow | Arriving): Promise<string> {
  const file = 'stored' in found ? await whole(found) : found;
  if (file.size > limit)
    throw new HttpError(502, 'UPSTREAM_FAILED', `${file.path} of ${file.repo} is larger than ${limit} bytes`);
  return (await buffer(await blobs().open(file.sha256))).toString();
}

function whole({ passing, stored }: Arriving): Promise<FileRow> {
  passing?.destroy();
  return stored;
}
