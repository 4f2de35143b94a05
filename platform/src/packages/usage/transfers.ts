import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { currentPlatform, db, withStorage } from '../../database/db.ts';

const jobName = 'count-transfers';
/** Milliseconds from a transfer until it is counted. */
const delayMs = 10_000;
/** Client downloads count; the console's own requests and files don't. */
const given = /^\/(?:artifactory|v2)\/|^\/ui\/api\/v1\/ui\/download\b/;

export const createTransfers = () => ({ bytes: 0, total: 0 });
const uncounted = () => currentPlatform().packages.transfers;

/**
 * Counts the bytes of all responses to clients, by their headers. The last count is stored when the
 * server stops.
 */
export function countTransfers(app: FastifyInstance): void {
  const { storage, packages } = app.platform;
  const own = packages.transfers;
  app.addHook('onResponse', async (request, reply) => {
    if (request.method !== 'GET' || reply.statusCode >= 300 || !given.test(request.raw.url ?? '')) return;
    const length = Number(reply.getHeader('content-length') ?? 0);
    if (!Number.isSafeInteger(length) || length === 0) return;
    own.bytes += length;
    own.total += length;
    app.jobs.wake(jobName);
  });
  app.jobs.define({
    name: jobName,
    description: 'Stores the number of bytes sent to clients',
    cluster: 'each',
    settle: delayMs,
    run: flushTransfers,
  });
  app.addHook('onClose', async () => {
    await app.jobs.stop();
    try {
      await withStorage(storage, flushTransfers);
    } catch (err) {
      app.log.error({ err }, 'Failed to store the last number of bytes sent to clients');
    }
  });
}

async function flushTransfers(): Promise<void> {
  const own = uncounted();
  const { bytes } = own;
  if (bytes === 0) return;
  own.bytes = 0;
  try {
    await db().execute(sql`
      INSERT INTO transfers AS t (month, bytes) VALUES (${monthStart()}, ${bytes})
      ON CONFLICT (month) DO UPDATE SET bytes = t.bytes + excluded.bytes`);
  } catch (error) {
    own.bytes += bytes;
    throw error;
  }
}

/** Bytes that this node sent since its start. */
export function sentBytes(): number {
  return uncounted().total;
}

/** Bytes of the current month, including those not stored yet. */
export async function transferredBytes(): Promise<number> {
  const { rows } = await db().execute<{ bytes: number }>(sql`
    SELECT bytes::float8 AS bytes FROM transfers WHERE month = ${monthStart()}`);
  return (rows[0]?.bytes ?? 0) + uncounted().bytes;
}

/** First day of the month, in UTC. */
export function monthStart(now = new Date()): string {
  return `${now.toISOString().slice(0, 7)}-01`;
}
