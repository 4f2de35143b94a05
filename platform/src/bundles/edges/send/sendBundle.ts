import { buffer } from 'node:stream/consumers';
import type { Reception } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import type { Seal } from '../../../secrets/Seal.ts';
import { blobs } from '../../../storage/storage.ts';
import type { BundleContent } from '../../content/BundleContent.ts';
import { requireVersion } from '../../content/bundleRows.ts';
import { verifiedContent } from '../../content/verified.ts';
import type { StoredDistribution } from './distributions.ts';
import type { EdgeClient } from './EdgeClient.ts';

/**
 * Bytes per request: an interrupted transfer continues after the last request. Also the memory of
 * each transfer.
 */
const part = 4 * 1024 * 1024;
/** Number of parallel transfers. */
const parallel = 4;
/**
 * Maximum rounds of sending missing content. After the first round, missing content was lost at the
 * edge.
 */
const maxRounds = 3;

/**
 * Sends the content that the edge lacks and makes the version visible there. Returns early if the
 * distribution was aborted.
 */
export async function sendBundle(
  seal: Seal,
  client: EdgeClient,
  { id, name, version, createRepositories }: StoredDistribution,
  stopped: AbortSignal,
): Promise<void> {
  const { signature, content } = await verifiedContent(seal, await requireVersion(name, version));
  const aborted = new AbortController();
  const signal = AbortSignal.any([stopped, aborted.signal]);
  const note = async (change: ReturnType<typeof sql>) => {
    const { rowCount } = await db().execute(
      sql`UPDATE distributions SET ${change} WHERE id = ${id}::bigint AND state = 'running'`,
    );
    if (rowCount !== 1) aborted.abort();
  };
  try {
    const body = { envelope: signature.envelope, createRepositories };
    let reception = await client.announce(name, version, body, signal);
    for (let round = 0; reception.state !== 'complete'; round++) {
      if (round >= maxRounds) throw new Error('The edge loses content that was sent. Check its storage');
      checkMissing(reception, content);
      await note(totals(reception));
      await inParallel(reception.missing, async (file) => {
        await sendFile(client, { name, version, ...file }, signal, (bytes) =>
          note(sql`bytes_sent = bytes_sent + ${bytes}`),
        );
        await note(sql`blobs_sent = blobs_sent + 1`);
      });
      signal.throwIfAborted();
      reception = await client.complete(name, version, signal);
    }
  } catch (error) {
    if (!aborted.signal.aborted) throw error;
    await client.remove(name, version, { incomplete: true, signal: stopped });
  }
}

/** An edge gets only content of the version, whatever its answer lists. */
function checkMissing({ missing }: Reception, { artifacts }: BundleContent): void {
  const sizes = new Map(artifacts.map(({ sha256, size }) => [sha256, size]));
  const other = missing.find(({ sha256, size, offset }) => sizes.get(sha256) !== size || offset > size);
  if (other)
    throw new Error(`The edge requested ${other.sha256.slice(0, 64)}, which the version does not contain`);
}

/** Counts content sent by earlier attempts as sent. */
function totals({ missing }: Reception) {
  const bytes = missing.reduce((sum, { size, offset }) => sum + size - offset, 0);
  return sql`blobs = blobs_sent + ${missing.length}, bytes = bytes_sent + ${bytes}`;
}

async function sendFile(
  client: EdgeClient,
  file: { name: string; version: string; sha256: string; size: number; offset: number },
  signal: AbortSignal,
  sent: (bytes: number) => Promise<void>,
): Promise<void> {
  const { sha256, size } = file;
  let start = file.offset;
  do {
    signal.throwIfAborted();
    const end = Math.min(start + part, size) - 1;
    const bytes = size === 0 ? Buffer.alloc(0) : await buffer(await blobs().open(sha256, { start, end }));
    await client.sendBytes(file, start, bytes, signal);
    await sent(bytes.length);
    start += bytes.length;
  } while (start < size);
}

/** Runs work in parallel. After a failure, starts nothing else and waits for work in progress. */
async function inParallel<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = all.values();
  let failure: { cause: unknown } | undefined;
  const worker = async () => {
    for (const one of left) {
      if (failure) return;
      await work(one).catch((cause: unknown) => {
        failure ??= { cause };
      });
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  if (failure) throw failure.cause;
}
