import type { BlobInfo } from '../../blobs/BlobStore.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { addressOf } from '../../plainFiles/remote/fetchFile.ts';
import type { Repository } from '../../repositories/repositories.ts';
import { requestUpstream } from '../../repositories/upstream/requestUpstream.ts';
import { upstreamError } from '../../repositories/upstream/UpstreamError.ts';
import { checksumIn } from './checksumIn.ts';

/** Bytes that are looked at of what stands where a checksum would. */
const longest = 1024;

/**
 * Compares with the checksum that lies beside the file, as Maven itself does; an upstream that has none there is believed. Throws
 * `HttpError` 400 when it is of other bytes, and `UpstreamError` when it cannot be asked.
 */
export async function checkAgainstUpstream(
  repository: Repository,
  path: string,
  { sha1 }: BlobInfo,
): Promise<void> {
  const answer = await requestUpstream(repository, addressOf(repository, `${path}.sha1`), {
    headers: { accept: '*/*', 'accept-encoding': 'identity' },
  });
  const length = Number(answer.headers['content-length'] ?? 0);
  // A page that says in many words that there is nothing is no checksum.
  if (answer.status !== 200 || length > longest) return answer.discard();
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of answer.body as AsyncIterable<Uint8Array>) {
      parts.push(part);
      size += part.length;
      if (size > longest) return;
    }
  } catch (error) {
    throw upstreamError(error, repository);
  }
  const said = checksumIn(Buffer.concat(parts).toString('latin1'), 'sha1');
  if (said === undefined || said === sha1) return;
  throw new HttpError(400, 'CHECKSUM_MISMATCH', `its sha1 is ${sha1}, but ${path}.sha1 contains ${said}`);
}
