import { openBlobLocations } from '../../blobs/openBlobStore.ts';
import { adoptWord } from '../../blobs/storeId.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Terminal } from '../backup/ProgressLine.ts';

/**
 * Runs `lading adopt-blobs`, with which an operator confirms that no other copy of the installation
 * uses the blob store. Returns the exit code.
 */
export async function adoptBlobs(settings: Settings, { say, complain }: Terminal): Promise<number> {
  const { all, close } = await openBlobLocations(settings);
  try {
    for (const location of all) {
      if (!(await location.exists()) || (await location.readId()) === undefined) {
        complain(`The ${location.name} is not a blob store. Set LADING_BLOB_URL to that of the server.`);
        return 1;
      }
      await location.writeMarks(adoptWord);
      say(`The ${location.name} belongs to the next server that starts with it, or to the one that runs.`);
    }
    say('A running server collects garbage again after its job mark-blob-store, within 10 minutes.');
    return 0;
  } finally {
    close();
  }
}
