import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, LOOKS_MS } from './Connection.ts';
import { ECHOES_MS } from './Recoveries.ts';

let reached: boolean;
let looks: number;
let connection: Connection;
let stop = () => {};

function show(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers();
  reached = true;
  looks = 0;
  vi.stubGlobal('fetch', async () => {
    looks++;
    if (!reached) throw new TypeError('Failed to fetch');
    return new Response('OK');
  });
  connection = new Connection();
  stop = connection.watch();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the connection to the server', () => {
  it('is checked when the browser reports it is offline: a server on this machine may still respond', async () => {
    window.dispatchEvent(new Event('offline'));
    await vi.advanceTimersByTimeAsync(0);
    expect([looks, connection.online]).toEqual([1, true]);
    reached = false;
    window.dispatchEvent(new Event('offline'));
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.online).toBe(false);
  });

  it('is rechecked with increasing pauses while the server is unreachable', async () => {
    reached = false;
    await connection.doubt();
    for (const pause of [...LOOKS_MS, 15_000]) {
      const before = looks;
      await vi.advanceTimersByTimeAsync(pause - 1);
      expect(looks).toBe(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(looks).toBe(before + 1);
    }
    reached = true;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(connection.online).toBe(true);
    const before = looks;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looks).toBe(before);
  });

  it('is checked immediately when the browser is online again or the page becomes visible', async () => {
    reached = false;
    await connection.doubt();
    show('hidden');
    await vi.advanceTimersByTimeAsync(1_000);
    const before = looks;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(looks).toBe(before);
    reached = true;
    show('visible');
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.online).toBe(true);
    reached = false;
    await connection.doubt();
    reached = true;
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.online).toBe(true);
  });

  it('tells a call without a response whether to retry', async () => {
    const { signal } = new AbortController();
    expect(await connection.restored(signal)).toBe(false);
    reached = false;
    const restored = connection.restored(signal);
    await vi.advanceTimersByTimeAsync(3_000);
    reached = true;
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await restored).toBe(true);
  });

  it.each([502, 503, 504])('is down if a gateway returns %i', async (status) => {
    vi.stubGlobal('fetch', async () => new Response('', { status }));
    expect(await connection.doubt()).toBe(false);
  });
});

describe('a lost call', () => {
  it('is retried as soon as the server is back', async () => {
    reached = false;
    await connection.lost();
    expect(connection.recoveries).toBe(0);
    reached = true;
    await vi.advanceTimersByTimeAsync(LOOKS_MS[0] ?? 0);
    expect([connection.online, connection.recoveries]).toEqual([true, 1]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(connection.recoveries).toBe(1);
  });

  it('is retried with increasing pauses if the server already responds again', async () => {
    for (const pause of [...ECHOES_MS, 15_000]) {
      const before = connection.recoveries;
      await Promise.all([connection.lost(), connection.lost()]);
      await vi.advanceTimersByTimeAsync(pause - 1);
      expect(connection.recoveries).toBe(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(connection.recoveries).toBe(before + 1);
    }
  });
});
