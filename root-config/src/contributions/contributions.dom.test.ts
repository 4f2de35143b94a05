import { CONTRIBUTIONS_CACHE_MS } from '@lading/contract';
import type { BootDocument, BootPlugin } from '@lading/contract/rest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ContributionCache } from './contributionCache.ts';
import { readManifests } from './readManifests.ts';

const plugin = (name: string, more: Partial<BootPlugin> = {}): BootPlugin => ({
  name,
  version: '1.0.0',
  specifier: `@lading/plugin-${name}`,
  address: `/ui/plugins/${name}/1.0.0/plugin.js`,
  hash: 'h1',
  ...more,
});
const bootWith = (...plugins: BootPlugin[]): BootDocument => ({ base: '/ui/', revision: 'r7', plugins });

let now = 1_000_000;
let asked: string[] = [];
let answer: () => Response = () => Response.json({ plugins: { one: { is: 'one' }, two: { is: 'two' } } });
const cache = () =>
  new ContributionCache(
    () => localStorage,
    () => now,
  );

beforeEach(() => {
  localStorage.clear();
  now = 1_000_000;
  asked = [];
  answer = () => Response.json({ plugins: { one: { is: 'one' }, two: { is: 'two' } } });
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return answer();
  });
});

afterEach(() => vi.unstubAllGlobals());

describe('contributions of plugins', () => {
  it('are loaded in one request, and cached for one week [mfe-05]', async () => {
    const boot = bootWith(plugin('one'), plugin('two'));
    const { manifests } = await readManifests(boot, cache());
    expect([...manifests]).toEqual([
      ['one', { is: 'one' }],
      ['two', { is: 'two' }],
    ]);
    expect(asked).toEqual(['/ui/contributions/r7.json']);

    now += CONTRIBUTIONS_CACHE_MS - 1;
    expect((await readManifests(boot, cache())).manifests.get('two')).toEqual({ is: 'two' });
    expect(asked).toHaveLength(1);

    now += 1;
    await readManifests(boot, cache());
    expect(asked).toHaveLength(2);
  });

  it('expire after one week: 604,800,000 ms [mfe-05]', () => {
    expect(CONTRIBUTIONS_CACHE_MS).toBe(604_800_000);
  });

  it.each([
    ['address', { address: '/ui/plugins/one/2.0.0/plugin.js' }],
    ['hash', { hash: 'h2' }],
  ])('are never read from the cache after a change of the %s in the map [mfe-05]', async (_what, change) => {
    await readManifests(bootWith(plugin('one'), plugin('two')), cache());
    answer = () => Response.json({ plugins: { one: { is: 'new' } } });
    const { manifests } = await readManifests(bootWith(plugin('one', change), plugin('two')), cache());
    expect(asked.at(-1)).toBe('/ui/contributions/r7.json?only=one');
    expect(manifests.get('one')).toEqual({ is: 'new' });
    expect(manifests.get('two')).toEqual({ is: 'two' });
  });

  it('report a failed request, and include those that are known', async () => {
    await readManifests(bootWith(plugin('one')), cache());
    answer = () => new Response('', { status: 503 });
    const { manifests, failure } = await readManifests(bootWith(plugin('one'), plugin('two')), cache());
    expect([...manifests.keys()]).toEqual(['one']);
    expect(failure).toBe('/ui/contributions/r7.json?only=two was answered with 503');
  });

  it('are not requested for a plugin that the server has excluded', async () => {
    const problem = { class: 'not-a-plugin', cause: 'it has no manifest' } as const;
    await readManifests(bootWith(plugin('one', { problem, hash: '' })), cache());
    expect(asked).toEqual([]);
  });

  it('are removed from the cache with the plugin', async () => {
    await readManifests(bootWith(plugin('one'), plugin('two')), cache());
    await readManifests(bootWith(plugin('two', { hash: 'h2' })), cache());
    expect(Object.keys(localStorage)).toEqual(['lading.contributions.two']);
  });

  it('are loaded without storage, and despite unknown entries in it', async () => {
    const forbidden = new ContributionCache(() => {
      throw new DOMException('no', 'SecurityError');
    });
    expect((await readManifests(bootWith(plugin('one')), forbidden)).manifests.size).toBe(1);
    localStorage.setItem('lading.contributions.one', 'not JSON');
    expect((await readManifests(bootWith(plugin('one')), cache())).manifests.size).toBe(1);
    localStorage.setItem('lading.contributions.one', 'null');
    expect((await readManifests(bootWith(plugin('one')), cache())).manifests.size).toBe(1);
  });
});
