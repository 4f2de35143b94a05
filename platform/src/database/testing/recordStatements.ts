import pg from 'pg';
import { vi } from 'vitest';

/**
 * Returns the names, or else the texts, of all statements that this process sends during the work.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const sent = query.mock.calls.map(([given]) => given as string | { name?: string; text: string });
    return sent.map((each) => (typeof each === 'string' ? each : (each.name ?? each.text)));
  } finally {
    query.mockRestore();
  }
}
