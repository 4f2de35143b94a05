import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { removeFile } from '../../files/files.ts';
import { helmFiles } from './files.ts';

/** Removes a chart with its provenance, or the provenance alone; throws `HttpError` 404 when there is none. */
export async function removeChart(repo: string, path: string): Promise<void> {
  await transaction(async () => {
    if (!(await removeFile(repo, path)))
      throw new HttpError(404, 'NOT_FOUND', `File ${path} not found in ${repo}`);
    await helmFiles.unindex(repo, path);
    await removeFile(repo, `${path}.prov`);
  });
}
