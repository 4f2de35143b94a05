import { describe, expect, it, vi } from 'vitest';
import { type FetchPage, PagedRows } from './PagedRows.ts';

// Long timeout for a busy machine.
const waitFor = (check: () => void) => vi.waitFor(check, { interval: 1, timeout: 10_000 });

/** Simulates a list of numbers in pages of 100. */
function platform(count: number) {
  const asked: (string | undefined)[] = [];
  const fetch: FetchPage<number> = async (cursor) => {
    asked.push(cursor);
    const start = Number(cursor ?? 0);
    const rows = Array.from({ length: Math.min(100, count - start) }, (_, at) => start + at);
    const end = start + rows.length;
    return { rows, next: end < count ? String(end) : undefined };
  };
  return { fetch, asked };
}

async function readTo(rows: PagedRows<number>, end: number) {
  while (rows.length < end) {
    const before = rows.length;
    rows.want(Math.max(0, before - 20), before);
    await waitFor(() => expect(rows.length).toBeGreaterThan(before));
  }
}

describe('PagedRows', () => {
  it('loads the first page, and the next one near its end', async () => {
    const { fetch, asked } = platform(250);
    const rows = new PagedRows(fetch);
    rows.want(0, 20);
    await waitFor(() => expect(rows.row(99)).toBe(99));
    expect(asked).toEqual([undefined]);
    rows.want(30, 50);
    await waitFor(() => expect(rows.row(199)).toBe(199));
    rows.want(180, 199);
    await waitFor(() => expect(rows.complete).toBe(true));
    expect(rows.length).toBe(250);
    expect(rows.row(250)).toBeUndefined();
    expect(asked).toEqual([undefined, '100', '200']);
  });

  it('continues after an empty page of a capped search', async () => {
    const answers = [
      { rows: [], next: 'a' },
      { rows: [], next: 'b' },
      { rows: [1], next: undefined },
    ];
    const rows = new PagedRows<number>(async () => answers.shift() ?? { rows: [], next: undefined });
    rows.want(0, 20);
    await waitFor(() => expect(rows.complete).toBe(true));
    expect(rows.row(0)).toBe(1);
  });

  it('drops distant pages and loads them again', async () => {
    const { fetch, asked } = platform(3_000);
    const rows = new PagedRows(fetch);
    await readTo(rows, 3_000);
    rows.want(2_980, 2_999);
    expect(rows.row(0)).toBeUndefined();
    asked.length = 0;
    rows.want(0, 20);
    await waitFor(() => expect(rows.row(0)).toBe(0));
    expect(rows.row(2_999)).toBeUndefined();
    expect(rows.length).toBe(3_000);
    expect(asked).toEqual([undefined]);
  });

  it('continues when the list has changed under a dropped page', async () => {
    let count = 1_000;
    const rows = new PagedRows<number>((cursor, signal) => platform(count).fetch(cursor, signal));
    await readTo(rows, 1_000);
    rows.want(980, 999);
    count = 50;
    rows.want(0, 20);
    await waitFor(() => expect(rows.length).toBe(50));
    expect(rows.complete).toBe(true);
  });

  it('reports why a page failed to load, and loads it on Retry', async () => {
    let broken = true;
    const rows = new PagedRows<number>(async () => {
      if (broken) throw new Error('The database is not responding.');
      return { rows: [1], next: undefined, total: 1 };
    });
    rows.want(0, 20);
    await waitFor(() => expect(rows.error?.message).toBe('The database is not responding.'));
    rows.want(0, 20);
    expect(rows.busy).toBe(false);
    broken = false;
    rows.retry();
    await waitFor(() => expect(rows.row(0)).toBe(1));
    expect(rows.error).toBeUndefined();
    expect(rows.total).toBe(1);
  });

  it('aborts requests that are no longer needed', async () => {
    let aborted = false;
    const rows = new PagedRows<number>((_cursor, signal) => {
      signal.addEventListener('abort', () => {
        aborted = true;
      });
      return new Promise(() => undefined);
    });
    rows.want(0, 20);
    rows.dispose();
    expect(aborted).toBe(true);
    expect(rows.busy).toBe(false);
  });
});
