import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import { currentPlatform } from '../../../database/db.ts';
import type { FileRow } from '../../../files/files.ts';
import { addressOf } from '../../../plainFiles/remote/fetchFile.ts';
import { remoteFile } from '../../../plainFiles/remote/remoteFile.ts';
import type { Repository } from '../../../repositories/Repository.ts';
import { upstreamNonsense } from '../../../repositories/upstream/UpstreamError.ts';
import { blobs } from '../../../storage/storage.ts';
import { chartFile } from '../chart.ts';
import { readIndex, type UpstreamChart } from './readIndex.ts';

/** Bytes of an index that is taken. */
const indexLimit = 32 * 1024 ** 2;

export interface UpstreamIndex {
  /** The same for as long as the upstream's index is the same. */
  state: string;
  changed: Date;
  /** Those that can be had. */
  charts: readonly UpstreamChart[];
  /** By the name of the file that the chart has here; also those whose address is refused. */
  byFile: ReadonlyMap<string, UpstreamChart>;
}

/** By repository and content; bounded by the bytes that they were read from. */
export const createUpstreamIndexes = () =>
  new LRUCache<string, Promise<UpstreamIndex>>({ maxSize: 2 * indexLimit });
const kept = () => currentPlatform().formats.helm.upstreamIndexes;

/** What the upstream's index says now; undefined where it has none. Throws `UpstreamError`. */
export async function upstreamIndex(remote: Repository): Promise<UpstreamIndex | undefined> {
  const found = await remoteFile(remote, 'index.yaml', {
    url: indexAddress(remote),
    // Its addresses are the upstream's: clients get one with ours.
    aside: true,
    limit: indexLimit,
    index: async () => undefined,
  });
  if (!found) return undefined;
  const file = 'stored' in found ? await stored(found) : found;
  const key = `${remote.key} ${remote.url} ${file.sha256}`;
  const known = kept().get(key);
  if (known) return known;
  const reading = read(remote, file);
  kept().set(key, reading, { size: Math.max(file.size, 1) });
  // What cannot be read is not read again for everyone who asks, until it is another.
  return reading;
}

/** That of the upstream's index. */
export function indexAddress(remote: Repository): URL {
  return addressOf(remote, 'index.yaml');
}

function stored({
  passing,
  stored: whole,
}: Exclude<Awaited<ReturnType<typeof remoteFile>>, FileRow | undefined>) {
  passing?.destroy();
  return whole;
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
 * The chart whose file has this path here; undefined where the upstream's index has none, or has it in a registry of images. Throws
 * `UpstreamError`, also for one at an address that nobody is sent to.
 */
export async function upstreamChart(remote: Repository, path: string): Promise<UpstreamChart | undefined> {
  const chart = (await upstreamIndex(remote))?.byFile.get(path);
  if (chart?.refused !== undefined) {
    const what = `${chart.name} ${chart.version} at an invalid URL: ${chart.refused}`;
    throw upstreamNonsense(remote, `an index.yaml with ${what}`);
  }
  return chart?.url.startsWith('http') ? chart : undefined;
}
