import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { removeFile } from '../../files/files.ts';
import { chartAt } from './charts.ts';
import { helmFiles } from './files.ts';

/**
 * Deletes a chart with its provenance file, or only a provenance file. Throws `HttpError` 404 if it
 * does not exist.
 */
export async function removeChart(repo: string, path: string): Promise<void> {
  await transaction(async () => {
    const owner = await chartAt(repo, path);
    if (!(await removeFile(repo, path)))
      throw new HttpError(404, 'NOT_FOUND', `File ${path} not found in ${repo}`);
    await helmFiles.unindex(repo, path);
    await removeFile(repo, `${path}.prov`, owner ? { owner } : {});
  });
}
