import type { PoolClient } from 'pg';
import { type Connected, connection } from './connection.ts';

/**
 * Called when a statement starts. The returned function is called when it ends. Returns undefined
 * for statements that need not be watched.
 */
export type StatementWatcher = (text: string) => ((error?: unknown) => void) | undefined;

type Query = (...args: unknown[]) => unknown;

/** Watches all statements of a storage from now on, except COPY streams. */
export function watchStatements(connected: Connected, begin: StatementWatcher): void {
  const watched = new WeakSet<PoolClient>();
  const { pool, background } = connected[connection];
  for (const each of background ? [pool, background.pool] : [pool])
    each.on('acquire', (client) => {
      if (watched.has(client)) return;
      watched.add(client);
      const query = client.query.bind(client) as Query;
      client.query = ((...args: unknown[]) => watch(query, args, begin)) as typeof client.query;
    });
}

function watch(query: Query, args: unknown[], begin: StatementWatcher): unknown {
  const [statement] = args;
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text;
  const isStream = typeof (statement as { submit?: unknown }).submit === 'function';
  const end = typeof text === 'string' && !isStream ? begin(text) : undefined;
  if (!end) return query(...args);
  const last = args.at(-1);
  if (typeof last === 'function') {
    const done = (error: unknown, result: unknown) => {
      end(error ?? undefined);
      (last as Query)(error, result);
    };
    return query(...args.slice(0, -1), done);
  }
  const result = query(...args) as Promise<unknown>;
  result.then(
    () => end(),
    (error: unknown) => end(error),
  );
  return result;
}
