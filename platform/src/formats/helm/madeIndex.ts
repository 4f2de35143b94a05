import type { Caller } from '../../access/Caller.ts';
import { currentPlatform } from '../../database/db.ts';
import { readable } from '../../files/tree/reach.ts';
import type { MadeFile } from '../../pipeline/Format.ts';
import { madeFile } from '../../plainFiles/made.ts';
import type { Repository } from '../../repositories/Repository.ts';
import { indexOf, type WrittenIndex } from './index.ts';

export const indexFile = 'index.yaml';

/** With their digests, by what they were made of. */
export const createMadeIndexes = () => new WeakMap<WrittenIndex, MadeFile>();
const kept = () => currentPlatform().formats.helm.madeIndexes;

/**
 * The index for who takes `/artifactory/{repo}` for the address of the repository: what it tells of lies there too. Without the charts of an
 * upstream that fails beside others. Throws `HttpError` 401 or 403, and `UpstreamError`.
 */
export async function madeIndex(caller: Caller, repository: Repository): Promise<MadeFile> {
  const within = await readable(caller, repository);
  const index = await indexOf(repository, within, () => undefined);
  const known = kept().get(index);
  if (known) return known;
  const file = madeFile(repository.key, indexFile, index.text, index.changed);
  kept().set(index, file);
  return file;
}
