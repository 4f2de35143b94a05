import { setTimeout as delay } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { db, transaction } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { withCause } from '../../../events/cause.ts';
import { type Seal, SealBroken } from '../../../secrets/Seal.ts';
import { edgeClient, noteContact } from '../servers.ts';
import { announceDistribution } from './announceDistribution.ts';
import { type StoredDistribution, selectDistributions } from './distributions.ts';
import { EdgeRefusal } from './EdgeClient.ts';
import { sendBundle } from './sendBundle.ts';

/** Maximum attempts of a distribution: about two hours with the backoff. */
const maxAttempts = 30;
/** Milliseconds before the second attempt, and maximum. */
const backoff = { first: 1_000, most: 300_000 };

/** Milliseconds between checks for new orders during a transfer. */
const poll = 1_000;

/** Processes the queue: distributions to one edge sequentially, to different edges in parallel. */
export class Distributor {
  readonly #seal: Seal;

  constructor(seal: Seal) {
    this.#seal = seal;
  }

  /** Runs until nothing is due. */
  async run(signal: AbortSignal): Promise<void> {
    const active = new Map<string, Promise<void>>();
    let failure: { cause: unknown } | undefined;
    do {
      const { rows } = await db().execute<{ id: string }>(
        sql`SELECT DISTINCT edge_id::text AS id FROM distributions WHERE state IN ('waiting', 'running') AND next_attempt <= now()`,
      );
      for (const { id } of rows) {
        if (active.has(id)) continue;
        const serving = this.#serve(id, signal)
          .catch((cause: unknown) => {
            failure ??= { cause };
          })
          .finally(() => active.delete(id));
        active.set(id, serving);
      }
      const pause = delay(poll, undefined, { signal }).catch(() => undefined);
      if (active.size > 0) await Promise.race([pause, ...active.values()]);
    } while (active.size > 0 && !signal.aborted && !failure);
    await Promise.all(active.values());
    if (failure && !signal.aborted) throw failure.cause;
  }

  async #serve(edgeId: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const [next] = await selectDistributions(
        sql`d.edge_id::text = ${edgeId} AND d.state IN ('waiting', 'running') AND d.next_attempt <= now()`,
        sql`ORDER BY d.id LIMIT 1`,
      );
      if (!next) return;
      await this.#attempt(next, signal);
    }
  }

  async #attempt(distribution: StoredDistribution, signal: AbortSignal): Promise<void> {
    const { id, edgeId, kind, name, version } = distribution;
    const { rowCount } = await db().execute(sql`
      UPDATE distributions SET state = 'running', attempts = attempts + 1 WHERE id = ${id}::bigint AND state IN ('waiting', 'running')`);
    if (rowCount !== 1) return;
    try {
      const client = await edgeClient(this.#seal, edgeId);
      if (kind === 'remove') await client.remove(name, version, { incomplete: false, signal });
      else await sendBundle(this.#seal, client, distribution, signal);
      await finish(distribution, 'completed', sql`state = 'completed', finished = now(), message = ''`);
      await noteContact(edgeId, '');
    } catch (error) {
      // The server stops and the next start continues; or a user has aborted it.
      if (signal.aborted) return;
      await this.#fail(distribution, error);
    }
  }

  async #fail(distribution: StoredDistribution, error: unknown): Promise<void> {
    const { id, edgeId, attempts } = distribution;
    const message = error instanceof Error ? error.message.slice(0, 1000) : String(error);
    const isFinal = error instanceof EdgeRefusal || error instanceof HttpError || error instanceof SealBroken;
    const isOver = isFinal || attempts + 1 >= maxAttempts;
    const wait = Math.min(backoff.first * 2 ** Math.min(attempts, 20), backoff.most);
    if (isOver) {
      const set = sql`state = 'failed', message = ${message}, finished = now()`;
      await finish(distribution, 'failed', set, message);
    } else
      await db().execute(sql`
        UPDATE distributions SET state = 'waiting', message = ${message}, next_attempt = now() + ${wait} * interval '1 millisecond'
        WHERE id = ${id}::bigint AND state = 'running'`);
    await noteContact(edgeId, message);
  }
}

/** Ends a running distribution and announces that, as caused by the user who ordered it. */
async function finish(
  distribution: StoredDistribution,
  happened: 'completed' | 'failed',
  set: SQL,
  message?: string,
): Promise<void> {
  const { id, createdBy } = distribution;
  await withCause(
    () => ({ by: createdBy }),
    () =>
      transaction(async () => {
        const { rowCount } = await db().execute(
          sql`UPDATE distributions SET ${set} WHERE id = ${id}::bigint AND state = 'running'`,
        );
        if (rowCount === 1) announceDistribution(distribution, happened, message);
      }),
  );
}

/** Returns the milliseconds until the next distribution; `undefined` if none is waiting. */
export async function untilNextDistribution(): Promise<number | undefined> {
  const { rows } = await db().execute<{ wait: number | null }>(sql`
    SELECT (extract(epoch FROM min(next_attempt) - now()) * 1000)::float8 AS wait FROM distributions WHERE state IN ('waiting', 'running')`);
  return rows[0]?.wait ?? undefined;
}

/** Returns the number of unfinished distributions, at most `limit`, and the age of the oldest. */
export async function waitingDistributions(
  limit: number,
): Promise<{ waiting: number; oldest: number | null }> {
  const { rows } = await db().execute<{ waiting: number; oldest: number | null }>(sql`
    SELECT count(*)::float8 AS waiting, extract(epoch FROM now() - min(created))::float8 AS oldest FROM (
      SELECT created FROM distributions WHERE state IN ('waiting', 'running') ORDER BY edge_id, id LIMIT ${limit}) waiting`);
  return rows[0] ?? { waiting: 0, oldest: null };
}
