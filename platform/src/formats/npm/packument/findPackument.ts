import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import { reservationNote } from '../../../repositories/names/explain.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import type { PackumentForm } from './localPackument.ts';
import { mergePackuments } from './mergePackuments.ts';
import { findSources } from './sources.ts';

export interface FoundPackument {
  /** Changes whenever the packument changes. */
  stamp: string;
  /** JSON with placeholders for tarball URLs. */
  load(): Promise<Buffer>;
}

/**
 * The packument of the package in the repository, including the members of a virtual one. Throws
 * `HttpError` 404.
 */
export async function findPackument(
  repository: Repository,
  name: string,
  form: PackumentForm,
): Promise<FoundPackument> {
  const sources = await findSources(repository, name, form);
  if (sources.length === 0) throw notFound(name, repository, await reservationNote(repository, name));
  return {
    stamp: sources.map(({ repository: { key }, revision }) => `${key}:${revision}`).join(' '),
    async load() {
      const texts = await Promise.all(sources.map((source) => source.load(form)));
      const found = texts.flatMap((each) => each?.text ?? []);
      if (found.length === 0) throw notFound(name, repository);
      return mergePackuments(found);
    },
  };
}

function notFound(name: string, { key }: Repository, note = ''): HttpError {
  return new HttpError(404, 'NOT_FOUND', `Package ${shown(name)} not found in ${key}${note}`);
}
