import type { Caller } from '../../access/Caller.ts';
import { currentPlatform } from '../../database/db.ts';
import { readable } from '../../files/tree/reach.ts';
import type { GeneratedFile } from '../../pipeline/Format.ts';
import { generatedFile } from '../../plainFiles/generatedFiles.ts';
import type { Repository } from '../../repositories/Repository.ts';
import { indexOf, type WrittenIndex } from './index.ts';

export const indexFile = 'index.yaml';

/** Generated files with their digests, by the index they were generated from. */
export const createGeneratedIndexes = () => new WeakMap<WrittenIndex, GeneratedFile>();
const indexCache = () => currentPlatform().formats.helm.generatedIndexes;

/**
 * The index at `/artifactory/{repo}`, for clients that use this URL as the repository URL. Omits
 * the charts of a failing upstream if there are other members. Throws `HttpError` 401 or 403, and
 * `UpstreamError`.
 */
export async function generatedIndex(caller: Caller, repository: Repository): Promise<GeneratedFile> {
  const within = await readable(caller, repository);
  const index = await indexOf(repository, within, () => undefined);
  const known = indexCache().get(index);
  if (known) return known;
  const file = generatedFile(repository.key, indexFile, index.text, index.changed);
  indexCache().set(index, file);
  return file;
}
