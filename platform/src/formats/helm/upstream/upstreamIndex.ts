import { buffer } from 'node:stream/consumers';
import { currentPlatform } from '../../../database/db.ts';
import type { FileRow } from '../../../files/files.ts';
import { addressOf } from '../../../plainFiles/remote/fetchFile.ts';
import { remoteFile } from '../../../plainFiles/remote/remoteFile.ts';
import { CountedCache } from '../../../platform/CountedCache.ts';
import type { Repository } from '../../../repositories/Repository.ts';
import { upstreamNonsense } from '../../../repositories/upstream/UpstreamError.ts';
import { blobs } from '../../../storage/storage.ts';
import { chartFile } from '../chart.ts';
import { readIndex, type UpstreamChart } from './readIndex.ts';

/** Maximum size of an index in bytes. */
const indexLimit = 32 * 1024 ** 2;

export interface UpstreamIndex {
  /** The same as long as the upstream's index is the same. */
  state: string;
  changed: Date;
  /** Only charts with a valid URL. */
  charts: readonly UpstreamChart[];
  /** By file name in this repository; includes charts with a rejected URL. */
  byFile: ReadonlyMap<string, UpstreamChart>;
}

/** By repository and content; bounded by the bytes read. */
export const createUpstreamIndexes = () =>
  new CountedCache<Promise<UpstreamIndex>>({ maxSize: 2 * indexLimit });
const indexCache = () => currentPlatform().formats.helm.upstreamIndexes;

/** The upstream's current index; undefined if it has none. Throws `UpstreamError`. */
export async function upstreamIndex(remote: Repository): Promise<UpstreamIndex | undefined> {
  const found = await remoteFile(remote, 'index.yaml', {
    url: indexAddress(remote),
    // Stored separately: it contains upstream URLs, and clients get an index with local URLs.
    aside: true,
    limit: indexLimit,
    index: async () => undefined,
  });
  if (!found) return undefined;
  const file = 'stored' in found ? await stored(found) : found;
  const key = `${remote.key} ${remote.url} ${file.sha256}`;
  const known = indexCache().get(key);
  if (known) return known;
  const reading = read(remote, file);
  indexCache().set(key, reading, { size: Math.max(file.size, 1) });
  // An invalid index is not read again until it changes.
  return reading;
}

/** The URL of the upstream's index. */
export function indexAddress(remote: Repository): URL {
  return addressOf(remote, 'index.yaml');
}

function stored({
  passing,
  stored: file,
}: Exclude<Awaited<ReturnType<typeof remoteFile>>, FileRow | undefined>) {
  passing?.destroy();
  return file;
}

async function read(remote: Repository, file: FileRow): Promise<UpstreamIndex> {
  if (file.size > indexLimit) throw upstreamNonsense(remote, `an index.yaml larger than ${indexLimit} bytes`);
  const text = (await buffer(await blobs().open(file.sha256))).toString();
  let all: UpstreamChart[];
  try {
    all = await readIndex(text, indexAddress(remote).href);
  } catch (error) {
    throw upstreamNonsense(remote, `an invalid index.yaml: ${(error as Error).message}`);
  }
  const byFile = new Map<string, UpstreamChart>();
  for (const chart of all) {
    const name = chartFile(chart.name, chart.version);
    const known = byFile.get(name);
    if (known === undefined || (known.refused !== undefined && chart.refused === undefined))
      byFile.set(name, chart);
  }
  const charts = all.filter(({ refused }) => refused === undefined);
  return { state: file.sha256, changed: file.modified, charts, byFile };
}

/**
 * The chart whose file has this path; undefined if the upstream's index does not list it, or lists
 * it in an OCI registry. Throws `UpstreamError`, also for a chart with a rejected URL.
 */
export async function upstreamChart(remote: Repository, path: string): Promise<UpstreamChart | undefined> {
  const chart = (await upstreamIndex(remote))?.byFile.get(path);
  if (chart?.refused !== undefined) {
    const what = `${chart.name} ${chart.version} at an invalid URL: ${chart.refused}`;
    throw upstreamNonsense(remote, `an index.yaml with ${what}`);
  }
  return chart?.url.startsWith('http') ? chart : undefined;
}
