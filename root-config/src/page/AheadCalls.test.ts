import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AheadCalls } from './AheadCalls.ts';

const LIST = { method: 'POST', path: '/list', body: { first: 100 } } as const;
const list = { method: 'POST', body: '{"first":100}' };
let calls: string[];
let signals: (AbortSignal | null | undefined)[];

beforeEach(() => {
  calls = [];
  signals = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', signal }: RequestInit = {}) => {
    signals.push(signal);
    calls.push(`${method} ${address}`);
    return new Response(`${method} ${address} ${calls.length}`);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const textOf = async (answered: Promise<Response> | undefined) => (await answered)?.text();

describe('requests declared by the page', () => {
  it('are sent immediately, and used once for the same request', async () => {
    const ahead = new AheadCalls([{ path: '/user' }, LIST]);
    expect(calls).toEqual(['GET /user', 'POST /list']);
    expect(await textOf(ahead.take('/list', list))).toBe('POST /list 2');
    expect(await textOf(ahead.take('/user', {}))).toBe('GET /user 1');
    expect(ahead.take('/user', {})).toBeUndefined();
    expect(calls).toHaveLength(2);
  });

  it('are not used for other requests', () => {
    const ahead = new AheadCalls([{ path: '/user' }, LIST]);
    expect(ahead.take('/user?of=all', {})).toBeUndefined();
    expect(ahead.take('/list', { ...list, body: '{}' })).toBeUndefined();
  });

  it('can be aborted by the caller', async () => {
    const ahead = new AheadCalls([{ path: '/user' }]);
    const clock = new AbortController();
    ahead.take('/user', { signal: clock.signal });
    clock.abort();
    expect(signals[0]?.aborted).toBe(true);
  });

  describe('for administrators', () => {
    const USER = '/ui/api/v1/ui/auth/current';
    const JOBS = { path: '/jobs', admin: true };
    let answerUser: (user: object) => void;
    beforeEach(() => {
      const user = new Promise<Response>((resolve) => {
        answerUser = (found) => resolve(Response.json(found));
      });
      vi.stubGlobal('fetch', (address: string) => {
        calls.push(address);
        return address === USER ? user : Promise.resolve(new Response(address));
      });
    });

    it('are sent once the user is known as one, who is still known to the caller', async () => {
      const ahead = new AheadCalls([{ path: USER }, JOBS, { path: '/list' }]);
      expect(calls).toEqual([USER, '/list']);
      answerUser({ admin: true });
      expect(await (await ahead.take(USER, {}))?.json()).toEqual({ admin: true });
      await vi.waitFor(() => expect(calls).toEqual([USER, '/list', '/jobs']));
      expect(await textOf(ahead.take('/jobs', {}))).toBe('/jobs');
    });

    it('are not sent for others: whoever asks for one then sends it', async () => {
      const ahead = new AheadCalls([{ path: USER }, JOBS]);
      answerUser({ admin: false });
      await expect(ahead.take('/jobs', {})).rejects.toThrow();
      expect(await textOf(ahead.take(USER, {}))).toBe('{"admin":false}');
      expect(calls).toEqual([USER]);
    });
  });

  it('expire after a possible change, or after 30 s', () => {
    const ahead = new AheadCalls([{ path: '/user' }]);
    ahead.take('/login', { method: 'POST' });
    expect(ahead.take('/user', {})).toBeUndefined();
    vi.useFakeTimers({ toFake: ['Date'] });
    const late = new AheadCalls([{ path: '/user' }]);
    vi.setSystemTime(Date.now() + 30_001);
    expect(late.take('/user', {})).toBeUndefined();
  });
});
