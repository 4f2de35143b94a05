import type { FileRow } from '../../../files/files.ts';
import type { Arriving } from '../../../plainFiles/remote/fetchFile.ts';
import { remoteFile } from '../../../plainFiles/remote/remoteFile.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { UpstreamError } from '../../../repositories/upstream/UpstreamError.ts';
import { linkBlob } from '../blobs/imageBlobs.ts';
import { layerPath } from '../blobs/layerPaths.ts';
import { updateTagDescriptions } from './updateTagDescriptions.ts';
import { askUpstream, upstreamAddress } from './upstreamClient.ts';

/**
 * Fetches a blob from the first upstream that has it, and streams it while it is cached. Throws
 * `UpstreamError`.
 */
export async function fetchBlob(
  remotes: readonly Repository[],
  image: string,
  digest: string,
): Promise<FileRow | Arriving | undefined> {
  const [algorithm = '', hex = ''] = digest.split(':');
  let failure: UpstreamError | undefined;
  for (const remote of remotes) {
    try {
      const found = await remoteFile(remote, layerPath(image, digest), {
        url: upstreamAddress(remote, image, `blobs/${digest}`),
        request: (url, request) => askUpstream(remote, image, url, request),
        immutable: true,
        checksums: { [algorithm]: hex },
        index: async (file) => {
          await linkBlob({ repo: remote.key, image }, digest, file, 'system');
          await updateTagDescriptions({ repo: remote.key, image }, digest, file);
        },
      });
      if (found) return found;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      failure ??= error;
    }
  }
  if (failure) throw failure;
  return undefined;
}
