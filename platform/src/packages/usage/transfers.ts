import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { db, withStorage } from '../../database/db.ts';
import { perStorage } from '../../database/perStorage.ts';
import type { Storage } from '../../storage/storage.ts';

/** Milliseconds from a transfer to its count. */
const interval = 10_000;
/** What clients fetch; the console's own calls and files cost nobody anything. */
const given = /^\/(?:artifactory|v2)\/|^\/ui\/api\/v1\/ui\/download\b/;

const uncounted = perStorage(() => ({ bytes: 0 }));

/** Adds up the bytes of all answers to clients, by their headers, for as long as the server runs; what is left when it stops. */
export function countTransfers(app: FastifyInstance, storage: Storage): void {
  const own = withStorage(storage, uncounted);
  app.addHook('onResponse', async (request, reply) => {
    if (request.method !== 'GET' || reply.statusCode >= 300 || !given.test(request.raw.url ?? '')) return;
    const length = Number(reply.getHeader('content-length') ?? 0);
    if (Number.isSafeInteger(length)) own.bytes += length;
  });
  const flush = () =>
    withStorage(storage, flushTransfers).catch((error: unknown) =>
      app.log.error({ err: error }, 'transfers could not be counted yet'),
    );
  const timer = setInterval(flush, interval);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await flush();
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

/** Bytes of the current month, with those that are not written yet. */
export async function transferredBytes(): Promise<number> {
  const { rows } = await db().execute<{ bytes: number }>(sql`
    SELECT bytes::float8 AS bytes FROM transfers WHERE month = ${monthStart()}`);
  return (rows[0]?.bytes ?? 0) + uncounted().bytes;
}

/** Its first day, in UTC. */
export function monthStart(now = new Date()): string {
  return `${now.toISOString().slice(0, 7)}-01`;
}
