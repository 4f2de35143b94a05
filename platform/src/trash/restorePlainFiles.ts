import { transaction } from '../database/db.ts';
import { findFile, putFile } from '../files/files.ts';
import { setProperties } from '../files/properties.ts';
import { restoreFacts } from '../files/restoreFacts.ts';
import { formatOf, plainFilesOf, type TrashedFile } from '../pipeline/Format.ts';
import type { Repository } from '../repositories/Repository.ts';

/**
 * Stores files again with their dates and properties, as an upload would. Each file has its own
 * transaction, because some formats require the files before; existing files are skipped.
 */
export async function restorePlainFiles(
  repository: Repository,
  files: readonly TrashedFile[],
  by: string,
): Promise<void> {
  const { key: repo, packageType } = repository;
  const format = plainFilesOf(packageType);
  for (const { path, blob, file, state } of files) {
    // Other content was put there in the meantime: the upload below is rejected.
    if (!file || (await findFile(repo, path))?.sha256 === blob.sha256) continue;
    // Outside the transaction, because it can store blobs, as go.mod files of Go modules.
    const index = (await format.inspect?.({ repository, path, blob, existing: 'none' })) ?? format.index;
    await transaction(async () => {
      const written = await putFile(repo, path, blob, by, { mimeType: file.mimeType });
      await restoreFacts(written, file);
      const restored = { ...written, ...file };
      await index(restored);
      await setProperties(written, file.properties);
      if (state !== undefined) await formatOf(packageType)?.trash?.apply?.(restored, state);
    });
  }
}
