import type { FileInfo, SearchResults } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { fileInfo, storageUri } from '../../files/fileInfo.ts';
import { selectFiles } from '../../files/files.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import type { View } from '../../packages/sql/readable.ts';
import type { FileFilter } from '../files/FileFilter.ts';
import type { FoundFile } from '../files/FoundFile.ts';
import { fileOrder } from '../files/fileOrder.ts';
import { eachPage } from '../files/visibleFiles.ts';

/** Maximum results of a public search. */
export const maxResults = 1000;
/** Milliseconds until a search returns the results so far. */
const timeoutMs = 10_000;

export type Result = { uri: string } & Partial<Omit<FileInfo, 'uri'>> & {
    properties?: Record<string, string[]>;
  };

/** Returns up to `maxResults` files by name. */
async function collectFiles(
  view: View,
  filter: FileFilter,
): Promise<{ files: FoundFile[]; truncated: boolean }> {
  const files: FoundFile[] = [];
  const began = performance.now();
  const order = fileOrder('NAME', 'ASC');
  const pages = eachPage(view, { filter, order, first: 250 });
  for await (const page of pages) {
    files.push(...page);
    if (files.length > maxResults) return { files: files.slice(0, maxResults), truncated: true };
    if (performance.now() - began > timeoutMs) return { files, truncated: true };
  }
  return { files, truncated: false };
}

/** `X-Result-Detail: info, properties` adds details of each file. */
export async function answerFiles(
  request: FastifyRequest,
  view: View,
  filter: FileFilter,
  more: (file: FoundFile) => Partial<Result> = () => ({}),
): Promise<SearchResults<Result>> {
  const origin = ownOrigin(request);
  const { files, truncated } = await collectFiles(view, filter);
  const details = await detailsOf(request, files);
  return {
    results: files.map((file) => ({
      uri: storageUri(origin, file.repo, file.path),
      ...more(file),
      ...details.get(file.id),
    })),
    ...(truncated ? { truncated } : {}),
  };
}

async function detailsOf(
  request: FastifyRequest,
  files: readonly FoundFile[],
): Promise<ReadonlyMap<string, Partial<Result>>> {
  const wanted = `${request.headers['x-result-detail'] ?? ''}`.toLowerCase().split(/[\s,]+/);
  const [info, properties] = [wanted.includes('info'), wanted.includes('properties')];
  if ((!info && !properties) || !files.length) return new Map();
  const origin = ownOrigin(request);
  const rows = await selectFiles(sql`f.id = ANY(${sql.param(files.map(({ id }) => id))}::bigint[])`);
  return new Map(
    rows.map((row) => [
      row.id,
      { ...(info ? fileInfo(origin, row) : {}), ...(properties ? { properties: row.properties } : {}) },
    ]),
  );
}
