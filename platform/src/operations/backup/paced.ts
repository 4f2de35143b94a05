import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds of work between pauses: shorter than what clients notice. */
const workMs = 5;
/** A pause is this many times as long as the work before it. */
const rest = 3;

/**
 * Passes the source on with pauses while `isBusy`, so that reading a database takes a quarter of a
 * processor from its clients, not all of it.
 */
export async function* paced<Chunk>(
  source: AsyncIterable<Chunk>,
  isBusy: () => boolean,
  signal?: AbortSignal,
): AsyncGenerator<Chunk> {
  let began = performance.now();
  for await (const chunk of source) {
    yield chunk;
    const worked = performance.now() - began;
    if (worked < workMs) continue;
    if (isBusy()) await delay(worked * rest, undefined, signal ? { signal } : undefined);
    began = performance.now();
  }
}
