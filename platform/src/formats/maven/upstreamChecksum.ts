import type { BlobInfo } from '../../blobs/BlobStore.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { addressOf } from '../../plainFiles/remote/fetchFile.ts';
import type { Repository } from '../../repositories/repositories.ts';
import { requestUpstream } from '../../repositories/upstream/requestUpstream.ts';
import { upstreamError } from '../../repositories/upstream/UpstreamError.ts';
import { checksumIn } from './checksumIn.ts';

/** Maximum size of a checksum file in bytes. */
const maxBytes = 1024;

/**
 * Compares a file with the checksum file next to it, as Maven does. A file without a checksum file
 * is accepted. Throws `HttpError` 400 if it does not match, and `UpstreamError` if the upstream
 * fails.
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
  // A long error page is not a checksum.
  if (answer.status !== 200 || length > maxBytes) return answer.discard();
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of answer.body as AsyncIterable<Uint8Array>) {
      parts.push(part);
      size += part.length;
      if (size > maxBytes) return;
    }
  } catch (error) {
    throw upstreamError(error, repository);
  }
  const expected = checksumIn(Buffer.concat(parts).toString('latin1'), 'sha1');
  if (expected === undefined || expected === sha1) return;
  throw new HttpError(400, 'CHECKSUM_MISMATCH', `its sha1 is ${sha1}, but ${path}.sha1 contains ${expected}`);
}
