import type { BootDocument } from '@lading/contract/rest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ContributionCache } from './contributionCache.ts';
import { readManifests } from './readManifests.ts';

const at = '/ui/contributions/r7.json';
const boot: BootDocument = {
  base: '/ui/',
  revision: 'r7',
  plugins: [
    {
      name: 'one',
      version: '1.0.0',
      specifier: '@lading/plugin-one',
      address: '/ui/plugins/one/1.0.0/plugin.js',
      hash: 'h1',
    },
  ],
};
const status = (code: number) => async () =>
  new Response('Error: boom\n    at answer (server.js:1:2)', { status: code });

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a start with a failed request for contributions', () => {
  it.each([
    ...[401, 403, 404, 429, 500, 502, 504].map(
      (code) => [`with ${code}`, status(code), `${at} was answered with ${code}`] as const,
    ),
    ['by a reset', () => Promise.reject(new TypeError('Failed to fetch')), `${at} could not be fetched`],
    [
      'with truncated JSON',
      async () => new Response('{"plugins": {"on'),
      `${at} was answered with something that is not JSON`,
    ],
    [
      'with HTML',
      async () => new Response('<!doctype html>'),
      `${at} was answered with something that is not JSON`,
    ],
    ['with another shape', async () => Response.json([]), `${at} holds no list of plugins`],
  ] as const)('%s continues and reports the reason', async (_what, answer, failure) => {
    vi.stubGlobal('fetch', answer);
    const read = await readManifests(boot, new ContributionCache(() => localStorage));
    expect(read.manifests.size).toBe(0);
    expect(read.failure).toBe(failure);
  });

  it('that times out continues after 10 s and reports the reason', async () => {
    const controller = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(controller.signal);
    vi.stubGlobal(
      'fetch',
      (_address: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    );
    const reading = readManifests(boot, new ContributionCache(() => localStorage));
    expect(timeout).toHaveBeenCalledWith(10_000);
    controller.abort();
    expect((await reading).failure).toBe(`${at} was not answered within 10 s`);
  });
});
