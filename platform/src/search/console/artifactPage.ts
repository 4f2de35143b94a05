import type { ArtifactPage, FoundArtifact } from '@lading/contract/rest';
import { decodeCursor, encodeCursor } from '../../database/cursor.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { fileNameOf } from '../../files/paths.ts';
import { formatOf } from '../../pipeline/Format.ts';
import { listRepositories } from '../../repositories/repositories.ts';
import { entryPage, type FoundEntry } from '../archives/searchEntries.ts';
import type { FoundFile } from '../files/FoundFile.ts';
import { fileOrder, isIndexed } from '../files/fileOrder.ts';
import { eachPage, visibleFiles } from '../files/visibleFiles.ts';
import type { ArtifactSearch } from './artifactFilter.ts';

/** Default page size. */
const usualPage = 100;
const maxPageSize = 1000;

export async function artifactPage(search: ArtifactSearch): Promise<ArtifactPage> {
  const { view, order, wanted, query } = search;
  const [first, cursor] = [limitOf(query.text('limit')), query.text('endCursor')];
  const show = await shower();
  if ('entries' in wanted) {
    const page = await entryPage(view, wanted.entries, first, cursor);
    return { results: page.found.map(show), next: page.next ?? null, total: null, capped: page.capped };
  }
  const after = cursor === undefined ? {} : { after: decodeCursor(order.list, cursor) };
  const page = await visibleFiles(view, { filter: wanted.files, order, first, ...after });
  const end = page.stoppedAt ?? page.found.at(-1)?.place;
  return {
    results: page.found.map(({ file }) => show(file)),
    next: page.hasNextPage && end ? encodeCursor(order.list, end) : null,
    total: page.totalCount,
    capped: page.capped,
  };
}

/** Returns all results, for an export. */
export async function* artifactBatches(search: ArtifactSearch): AsyncGenerator<FoundArtifact[]> {
  const { view, order, wanted } = search;
  const show = await shower();
  if ('files' in wanted) {
    // Exports are complete, so they need an order with an index.
    const read = isIndexed(order.field) ? order : fileOrder('NAME', 'ASC');
    for await (const files of eachPage(view, { filter: wanted.files, order: read, first: maxPageSize }))
      yield files.map(show);
    return;
  }
  let cursor: string | undefined;
  do {
    const page = await entryPage(view, wanted.entries, maxPageSize, cursor);
    yield page.found.map(show);
    cursor = page.next;
  } while (cursor !== undefined);
}

async function shower(): Promise<(file: FoundFile | FoundEntry) => FoundArtifact> {
  const types = new Map((await listRepositories()).map(({ key, packageType }) => [key, packageType]));
  return (file) => {
    const packageType = types.get(file.repo) ?? 'generic';
    const partOf = formatOf(packageType)?.partOf?.(file.path);
    return {
      repo: file.repo,
      path: file.path,
      name: fileNameOf(file.path),
      size: file.size,
      sha256: file.sha256,
      created: file.created.toISOString(),
      modified: file.modified.toISOString(),
      packageType,
      package: file.package ?? null,
      ...('entry' in file ? { entry: file.entry } : {}),
      ...(partOf ? { partOf } : {}),
    };
  };
}

function limitOf(given: string | undefined): number {
  if (given === undefined) return usualPage;
  const limit = /^\d{1,5}$/.test(given) ? Number(given) : 0;
  if (limit >= 1 && limit <= maxPageSize) return limit;
  throw new HttpError(400, 'BAD_REQUEST', `Invalid ?limit=. Expected 1 to ${maxPageSize}.`);
}
