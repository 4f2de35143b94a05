import 'systemjs/dist/system.js';
import { CHUNK_TIMEOUT_MS } from '@lading/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeScripts } from '../testing/fakeScripts.ts';
import { SystemModuleLoader } from './SystemModuleLoader.ts';
import type { SystemLike } from './systemHooks.ts';

// A page has one SystemJS, and one loader with hooks into it.
const system = System as unknown as SystemLike;
const loader = new SystemModuleLoader(system, { chunkTimeout: CHUNK_TIMEOUT_MS, guarded: '/ui/plugins/' });
const folder = '/ui/plugins/one/1.0.0/';
const entry = `${folder}plugin.js`;
const chunk = `${folder}chunks/list.js`;
const url = (path: string) => new URL(path, location.href).href;

let scripts: FakeScripts;
let answer: () => Promise<Response>;
const fetched: [string, RequestInit | undefined][] = [];

beforeEach(() => {
  scripts = new FakeScripts();
  fetched.length = 0;
  answer = async () => new Response('', { status: 404, statusText: 'Not Found' });
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    fetched.push([address, init]);
    return answer();
  });
  loader.expect({ [entry]: 'sha384-ENTRY', [chunk]: 'sha384-CHUNK' });
});

afterEach(async () => {
  vi.useRealTimers();
  await loader.forget([folder]);
  vi.unstubAllGlobals();
});

/** Requests that diagnose a failed file. */
const probes = () => fetched.filter(([, init]) => init?.cache === 'no-store');
const script = () => new Response('x', { headers: { 'content-type': 'text/javascript; charset=utf-8' } });

describe('the module loader', () => {
  it('returns the namespace of a module by name or URL, loaded with its hash from /ui/ [mfe-10]', async () => {
    scripts.set(entry, { exports: { answer: 42 } });
    system.addImportMap({ imports: { '@lading/plugin-one': entry } });
    expect(await loader.import('@lading/plugin-one')).toMatchObject({ answer: 42 });
    expect(await loader.import(entry)).toMatchObject({ answer: 42 });
    expect(scripts.asked).toEqual([entry]);
    expect(scripts.elements[0]).toMatchObject({ integrity: 'sha384-ENTRY', crossOrigin: 'anonymous' });
  });

  it('rejects a plugin file without a known hash', async () => {
    const failure = { name: 'ChunkLoadError', class: 'integrity', request: url(`${folder}other.js`) };
    await expect(loader.import(`${folder}other.js`)).rejects.toMatchObject(failure);
    expect(scripts.asked).toEqual([]);
  });

  it.each([
    [
      '404',
      async () => new Response('', { status: 404, statusText: 'Not Found' }),
      'http',
      /answered 404 Not Found/,
    ],
    ['503', async () => new Response('', { status: 503 }), 'http', /answered 503/],
    [
      'HTML',
      async () => new Response('<p>', { headers: { 'content-type': 'text/html' } }),
      'http',
      /answered with text\/html where a script was expected/,
    ],
    ['a reset', async () => Promise.reject(new TypeError('Failed to fetch')), 'network', /Failed to fetch/],
  ] as const)(
    'identifies %s with one request that bypasses the caches [mfe-09]',
    async (_what, found, failureClass, reason) => {
      answer = found;
      scripts.set(entry, 'error');
      const failure = await loader.import(entry).catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: 'ChunkLoadError', class: failureClass, request: url(entry) });
      expect(failure).toMatchObject({ reason: expect.stringMatching(reason) });
      expect(probes()).toHaveLength(1);
    },
  );

  it('identifies a wrong hash with the browser’s own check', async () => {
    answer = async () => {
      if (fetched.at(-1)?.[1]?.integrity) throw new TypeError('Failed to fetch');
      return script();
    };
    scripts.set(entry, 'error');
    await expect(loader.import(entry)).rejects.toMatchObject({ class: 'integrity' });
    expect(fetched.at(-1)?.[1]?.integrity).toBe('sha384-ENTRY');
  });

  it('replaces the browser’s cached copy of a rejected script before the next attempt', async () => {
    answer = async () => script();
    scripts.set(entry, 'error');
    await loader.import(entry).catch(() => {});
    scripts.set(entry, { exports: { answer: 42 } });
    fetched.length = 0;
    expect(await loader.import(entry)).toMatchObject({ answer: 42 });
    expect(fetched).toMatchObject([[url(entry), { cache: 'reload' }]]);
  });

  it('reports a network failure if the second response is valid', async () => {
    answer = async () => script();
    scripts.set(entry, 'error');
    await expect(loader.import(entry)).rejects.toMatchObject({ class: 'network' });
  });

  it('throws ChunkLoadError for a script that takes over 120 s [mfe-09]', async () => {
    vi.useFakeTimers();
    scripts.set(entry, 'never');
    const failed = expect(loader.import(entry)).rejects.toMatchObject({
      name: 'ChunkLoadError',
      class: 'timeout',
      reason: 'no answer within 120 s',
    });
    await vi.advanceTimersByTimeAsync(119_999);
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(1);
    await failed;
    expect(probes()).toEqual([]);
  });

  it('loads anticipated scripts in advance, and runs them on import', async () => {
    let ran = 0;
    scripts.set(entry, { execute: () => ({ ran: ++ran }), needs: ['./chunks/list.js'] });
    scripts.set(chunk, { exports: {} });
    loader.anticipate([url(entry), url(chunk)]);
    await vi.waitFor(() => expect(scripts.asked).toEqual([entry, chunk]));
    expect(scripts.elements[1]).toMatchObject({ integrity: 'sha384-CHUNK', crossOrigin: 'anonymous' });
    expect(ran).toBe(0);
    expect(await loader.import(entry)).toMatchObject({ ran: 1 });
    expect(scripts.asked).toHaveLength(2);
  });

  it('reports an anticipated failure on import, and retries on the next one', async () => {
    answer = async () => script();
    scripts.set(entry, 'error');
    loader.anticipate([url(entry)]);
    await expect(loader.import(entry)).rejects.toMatchObject({ class: 'network', request: url(entry) });
    expect(scripts.asked).toEqual([entry]);
    scripts.set(entry, { exports: { answer: 42 } });
    expect(await loader.import(entry)).toMatchObject({ answer: 42 });
    expect(fetched.at(-1)).toMatchObject([url(entry), { cache: 'reload' }]);
  });

  it('distinguishes syntax errors and exceptions from load failures', async () => {
    scripts.set(entry, { syntax: 'Unexpected token' });
    await expect(loader.import(entry)).rejects.toMatchObject({
      name: 'EvaluationError',
      class: 'evaluation',
      reason: 'SyntaxError: Unexpected token',
    });
    scripts.set(entry, {
      execute: () => {
        throw new Error('no luck');
      },
    });
    await expect(loader.import(entry)).rejects.toMatchObject({
      class: 'evaluation',
      reason: 'Error: no luck',
    });
    expect(fetched).toEqual([]);
  });

  it('reloads entry and dependency after the dependency failed', async () => {
    scripts.set(entry, { exports: { fine: true }, needs: ['./chunks/list.js'] }).set(chunk, 'error');
    await expect(loader.import(entry)).rejects.toMatchObject({ class: 'http', request: url(chunk) });
    scripts.set(chunk, { exports: {} });
    expect(await loader.import(entry)).toMatchObject({ fine: true });
    expect(scripts.asked).toEqual([entry, chunk, entry, chunk]);
  });

  it.each([
    ['the one that failed first', (a: string, b: string) => [b, a]],
    ['the other first', (a: string, b: string) => [a, b]],
  ])('links all imports of two shared modules after one failed: %s', async (order, inOrder) => {
    const shared = (name: string) => `/ui/assets/${name}-${order.replaceAll(' ', '-')}.js`;
    const [a, b] = [shared('a'), shared('b')];
    const needs = inOrder(a, b);
    scripts.set(b, 'error');
    scripts.set(a, {
      needs: [b],
      execute: (_context, [found]) => ({ fromB: (found as { value: string } | undefined)?.value }),
    });
    scripts.set(entry, {
      needs,
      execute: (_context, imports) => Object.assign({}, ...imports),
    });
    await expect(loader.import(entry)).rejects.toMatchObject({ request: url(b) });
    scripts.set(b, { exports: { value: 'set' } });
    await loader.forget([folder]);
    expect(await loader.import(entry)).toMatchObject({ value: 'set', fromB: 'set' });
  });

  it('allows a plugin to retry its own lazy import()', async () => {
    let lazy: () => Promise<unknown> = async () => undefined;
    scripts.set(entry, {
      execute: (context) => {
        lazy = () => context.import('./chunks/list.js');
        return {};
      },
    });
    await loader.import(entry);
    const told: string[] = [];
    const unwatch = loader.watch(({ request }) => told.push(request));
    await expect(lazy()).rejects.toMatchObject({
      name: 'ChunkLoadError',
      class: 'http',
      request: url(chunk),
    });
    scripts.set(chunk, { exports: { list: 1 } });
    expect(await lazy()).toMatchObject({ list: 1 });
    expect(told).toEqual([url(chunk)]);
    unwatch();
  });

  it('reports all imports that fail because of the same dependency', async () => {
    const second = `${folder}second.js`;
    loader.expect({ [second]: 'sha384-SECOND' });
    const needs = ['./chunks/list.js'];
    scripts.set(entry, { exports: {}, needs }).set(second, { exports: {}, needs }).set(chunk, 'error');
    const [one, two] = await Promise.allSettled([loader.import(entry), loader.import(second)]);
    expect(one).toMatchObject({ status: 'rejected', reason: { request: url(chunk) } });
    expect(two).toMatchObject({ status: 'rejected', reason: { request: url(chunk) } });
  });

  it('cancels forgotten downloads, and loads them again', async () => {
    scripts.set(entry, { exports: { at: 'last' }, needs: ['./chunks/list.js'] }).set(chunk, 'never');
    const first = loader.import(entry).catch((error: unknown) => error);
    await vi.waitFor(() => expect(scripts.asked).toContain(chunk));
    await loader.forget([folder]);
    expect(await first).toMatchObject({ class: 'timeout' });
    scripts.set(chunk, { exports: {} });
    expect(await loader.import(entry)).toMatchObject({ at: 'last' });
  });

  it('evaluates a forgotten module again', async () => {
    let count = 0;
    scripts.set(entry, { execute: () => ({ count: ++count }) });
    await loader.import(entry);
    await loader.forget([folder]);
    expect(await loader.import(entry)).toMatchObject({ count: 2 });
  });

  it('preloads in the form of the later request, and only once', () => {
    loader.preload([entry, chunk, 'a-name-that-the-map-lacks']);
    loader.preload([entry]);
    const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=preload]')];
    expect(links.map((link) => [link.href, link.integrity, link.crossOrigin])).toEqual([
      [url(entry), 'sha384-ENTRY', 'anonymous'],
      [url(chunk), 'sha384-CHUNK', 'anonymous'],
    ]);
  });
});

describe('a stylesheet', () => {
  const style = `${folder}plugin.css`;
  const link = () => document.head.querySelector<HTMLLinkElement>('link[rel=stylesheet]');

  beforeEach(() => loader.expect({ [style]: 'sha384-STYLE' }));

  it('is part of the module that needs it', async () => {
    scripts.set(entry, { exports: { styled: true }, needs: ['./plugin.css'] });
    const module = loader.import(entry);
    await vi.waitFor(() => expect(link()?.integrity).toBe('sha384-STYLE'));
    link()?.dispatchEvent(new Event('load'));
    expect(await module).toMatchObject({ styled: true });
  });

  it('throws CSS_CHUNK_LOAD_FAILED on failure, and can be retried [mfe-09]', async () => {
    scripts.set(entry, { exports: {}, needs: ['./plugin.css'] });
    const failing = loader.import(entry).catch((error: unknown) => error);
    await vi.waitFor(() => expect(link()).not.toBeNull());
    link()?.dispatchEvent(new Event('error'));
    expect(await failing).toMatchObject({
      code: 'CSS_CHUNK_LOAD_FAILED',
      class: 'http',
      request: url(style),
    });
    expect(link()).toBeNull();
    const again = loader.import(entry);
    await vi.waitFor(() => expect(link()).not.toBeNull());
    link()?.dispatchEvent(new Event('load'));
    await again;
  });

  it('has the same timeout of 120 s as a script [mfe-09]', async () => {
    vi.useFakeTimers();
    const failed = expect(loader.import(style)).rejects.toMatchObject({
      code: 'CSS_CHUNK_LOAD_FAILED',
      class: 'timeout',
    });
    await vi.advanceTimersByTimeAsync(120_000);
    await failed;
  });
});
