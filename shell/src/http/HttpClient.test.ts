import { HttpFailure } from '@lading/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpClient } from './HttpClient.ts';

type Call = { address: string; init: RequestInit };
let calls: Call[];
let answers: (() => Response | Promise<Response>)[];

beforeEach(() => {
  calls = [];
  answers = [];
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    calls.push({ address, init });
    const answer = answers.shift();
    if (answer) return Promise.resolve().then(answer);
    return new Promise((_, reject) =>
      init.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
    );
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as HttpFailure,
  );

describe('a call', () => {
  it('sends query and body, and returns the JSON of the response', async () => {
    answers.push(() => Response.json({ ok: 1 }));
    const query = { a: 'x y', b: undefined, c: ['1', '2'], d: true };
    expect(await new HttpClient().json('/ui/api/v1/x', { method: 'POST', query, body: { z: 1 } })).toEqual({
      ok: 1,
    });
    expect(calls[0]?.address).toBe('/ui/api/v1/x?a=x+y&c=1&c=2&d=true');
    expect(calls[0]?.init).toMatchObject({ method: 'POST', body: '{"z":1}', credentials: 'same-origin' });
    expect(calls[0]?.init.headers).toMatchObject({ 'content-type': 'application/json' });
  });

  it('sends a header that identifies a console page, which no link can', async () => {
    answers.push(() => Response.json({}));
    await new HttpClient().json('/ui/api/v1/ui/auth/sso/http');
    expect(calls[0]?.init.headers).toMatchObject({ 'x-requested-with': 'XMLHttpRequest' });
  });

  it('uses the response that the page requested ahead, unless it is a failure', async () => {
    const ahead = [Response.json('ahead'), new Response('', { status: 503 }), undefined];
    const client = new HttpClient(undefined, undefined, (address, init) => {
      expect([address, init.method, init.body]).toEqual(['/x?a=1', 'POST', '{"z":1}']);
      const answer = ahead.shift();
      return answer ? Promise.resolve(answer) : Promise.reject(new TypeError('Failed to fetch'));
    });
    const ask = () => client.json('/x', { method: 'POST', query: { a: '1' }, body: { z: 1 } });
    answers.push(
      () => Response.json('asked'),
      () => Response.json('again'),
    );
    expect([await ask(), await ask(), await ask()]).toEqual(['ahead', 'asked', 'again']);
    expect(calls).toHaveLength(2);
  });

  it('returns undefined for a response without a body', async () => {
    answers.push(() => new Response(null, { status: 204 }));
    expect(await new HttpClient().json('/x')).toBeUndefined();
  });

  it('fails with status, code, and message of the server', async () => {
    const errors = [{ code: 'NOT_FOUND', message: 'There is no such package', detail: 'npm' }];
    answers.push(() => Response.json({ errors }, { status: 404 }));
    const failure = await failureOf(new HttpClient().json('/x'));
    expect(failure).toBeInstanceOf(HttpFailure);
    expect(failure).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      message: 'There is no such package',
      body: { errors },
    });
  });

  it.each([
    [
      'a code of its own',
      () => Response.json({ code: 'CREDENTIALS_EXPIRED' }, { status: 403 }),
      403,
      'CREDENTIALS_EXPIRED',
    ],
    ['no JSON', () => new Response('<p>bad gateway', { status: 502 }), 502, undefined],
    ['nothing', () => new Response(null, { status: 500 }), 500, undefined],
  ])('fails with %s', async (_what, answer, status, code) => {
    answers.push(answer);
    expect(await failureOf(new HttpClient().json('/x', { retry: false }))).toMatchObject({ status, code });
  });

  it('fails with status 200 if the response is not the expected JSON', async () => {
    answers.push(() => new Response('<html>'));
    expect(await failureOf(new HttpClient().json('/x'))).toMatchObject({
      message: 'The response to /x is not JSON',
    });
  });

  it('fails with status 0 without a response or after a timeout', async () => {
    answers.push(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failureOf(new HttpClient().text('/x', { retry: false }))).toMatchObject({
      status: 0,
      message: 'Failed to reach the server',
    });
    vi.useFakeTimers();
    const slow = failureOf(new HttpClient().text('/x'));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await slow).toMatchObject({ status: 0, message: 'The server did not respond within 30 s' });
  });

  it('ends when its caller aborts it, with the caller’s reason', async () => {
    const controller = new AbortController();
    const call = failureOf(new HttpClient().text('/x', { signal: controller.signal }));
    controller.abort(new Error('left the page'));
    expect(await call).toMatchObject({ message: 'left the page' });
  });
});

describe('an expired session', () => {
  it('is renewed once, and the call is repeated', async () => {
    const renew = vi.fn(async () => true);
    answers.push(
      () => new Response(null, { status: 401 }),
      () => Response.json('again'),
    );
    expect(await new HttpClient(renew).json('/x', { method: 'PUT', body: 1 })).toBe('again');
    expect(renew).toHaveBeenCalledOnce();
    expect(calls.map(({ init }) => init.method)).toEqual(['PUT', 'PUT']);
  });

  it('that is not renewed fails the call', async () => {
    answers.push(() => new Response(null, { status: 401 }));
    expect(await failureOf(new HttpClient(async () => false).json('/x'))).toMatchObject({ status: 401 });
    expect(calls).toHaveLength(1);
  });
});
