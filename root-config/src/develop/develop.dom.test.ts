import type { PluginManifest } from '@lading/contract';
import type { BootDocument, BootOverride } from '@lading/contract/rest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ContributionCache } from '../contributions/contributionCache.ts';
import { readManifests } from '../contributions/readManifests.ts';
import { ErrorOverlay } from './ErrorOverlay.ts';
import { OverrideBar } from './OverrideBar.ts';
import { prepare } from './prepare.ts';
import { readDevelopmentPlugin } from './readDevelopmentPlugin.ts';
import { watchErrors } from './watchErrors.ts';

const ORIGIN = 'http://localhost:5173';
const override: BootOverride = {
  ...{ name: 'tide', specifier: 'lading-plugin-tide', origin: ORIGIN, secondsLeft: 28_740 },
  boot: { address: '/ui/assets/boot-1.js', integrity: 'sha256-x' },
};
const manifest = { name: 'tide', version: '1.2.3', entry: 'plugin.js' } as PluginManifest;
const plugin = (name: string) => ({
  ...{ name, version: '1.0.0', specifier: `lading-plugin-${name}`, hash: 'h1' },
  address: `/ui/plugins/${name}/1.0.0/plugin.js`,
});
const boot: BootDocument = {
  ...{ base: '/ui/', revision: 'r1', validated: '1.0', plugins: [plugin('ebb'), plugin('tide')] },
};

beforeEach(() => {
  // Nothing of a bar remains for the tests of other files, which share the document.
  vi.useFakeTimers({ toFake: ['performance', 'setInterval'] });
  document.head.innerHTML = `<link rel="preload" href="/ui/plugins/tide/1.0.0/plugin.js">
    <link rel="preload" href="/ui/plugins/ebb/1.0.0/plugin.js">
    <script type="systemjs-importmap">{"imports":{"react":"/r.js"},"integrity":{"/r.js":"sha256-r"}}</script>
    <script type="application/json" id="lading-boot">{}</script>`;
  document.body.innerHTML = '';
  document.documentElement.lang = 'en';
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  document.head.innerHTML = '';
  document.body.innerHTML = '';
  document.documentElement.removeAttribute('lang');
  localStorage.clear();
});

describe('a page with a development override', () => {
  it('has the plugin of the development server, with its manifest and hot reload', async () => {
    const cache = new ContributionCache(() => localStorage);
    prepare(document, boot, override, manifest, cache);
    const written = JSON.parse(document.getElementById('lading-boot')?.textContent ?? '') as BootDocument;
    expect(written.plugins).toMatchObject([
      { name: 'ebb', address: '/ui/plugins/ebb/1.0.0/plugin.js' },
      { name: 'tide', address: `${ORIGIN}/plugin.js`, version: '1.2.3-override' },
    ]);
    expect(written.dev).toEqual({ origin: ORIGIN, preamble: `${ORIGIN}/@lading/preamble.js` });
    // The server has not validated this manifest.
    expect(written.validated).toBeUndefined();
    const map = JSON.parse(document.querySelector('[type="systemjs-importmap"]')?.textContent ?? '');
    expect(map).toEqual({
      imports: { react: '/r.js', 'lading-plugin-tide': `${ORIGIN}/plugin.js` },
      integrity: { '/r.js': 'sha256-r' },
    });
    expect([...document.querySelectorAll('link')].map(({ href }) => new URL(href).pathname)).toEqual([
      '/ui/plugins/ebb/1.0.0/plugin.js',
    ]);
    vi.stubGlobal('fetch', async () => Response.json({ plugins: { ebb: { is: 'ebb' } } }));
    expect((await readManifests(written, cache)).manifests.get('tide')).toEqual(manifest);
  });

  it('gets a plugin that is not installed as well', () => {
    const own = { ...boot, plugins: [plugin('ebb')] };
    prepare(document, own, override, manifest, { write: () => {} });
    const written = JSON.parse(document.getElementById('lading-boot')?.textContent ?? '') as BootDocument;
    expect(written.plugins.map(({ name }) => name)).toEqual(['ebb', 'tide']);
  });
});

describe('the development server', () => {
  const read = (answer: () => Response, load?: (url: string) => Promise<unknown>) => {
    vi.stubGlobal('fetch', async () => answer());
    return readDevelopmentPlugin(ORIGIN, load);
  };

  it('can respond, reject the definition, or be stopped', async () => {
    const loaded: string[] = [];
    const load = async (url: string) => loaded.push(url);
    expect(await read(() => Response.json(manifest), load)).toEqual({ plugin: manifest });
    expect(loaded).toEqual([`${ORIGIN}/@lading/preamble.js`]);
    expect(await read(() => new Response('routes[0] is bad', { status: 500 }))).toEqual({
      rejected: 'routes[0] is bad',
    });
    expect(await read(() => new Response('<html>'))).toEqual({
      rejected: expect.stringContaining('is no manifest'),
    });
    const refused = () => {
      throw new TypeError('Failed to fetch');
    };
    expect(await read(refused)).toEqual({ lost: true });
    // It can be stopped between the two requests.
    expect(
      await read(
        () => Response.json(manifest),
        async () => refused(),
      ),
    ).toEqual({ lost: true });
  });
});

describe('the bar', () => {
  const bar = () => document.querySelector('aside');

  it('names plugin, server, and time left in the language of the page, and follows both', async () => {
    const shown = new OverrideBar(document, override);
    shown.show('active');
    expect(bar()?.textContent).toContain('lading-plugin-tide from http://localhost:5173');
    expect(bar()?.textContent).toContain('Expires in 7 h 59 min');
    document.documentElement.lang = 'pl';
    await vi.waitFor(() => expect(bar()?.textContent).toContain('Wygasa za 7 godz. 59 min'));
    shown.show('lost');
    expect(bar()?.textContent).toContain('nie odpowiada');
    await vi.advanceTimersByTimeAsync(8 * 3_600_000);
    expect(bar()?.textContent).toContain('wygasło');
    expect(bar()?.querySelector('button')?.textContent).toBe('Wczytaj ponownie');
  });

  it('says why the override could not be stopped', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
    new OverrideBar(document, override).show('active');
    bar()?.querySelector('button')?.click();
    await vi.waitFor(() => expect(bar()?.textContent).toContain('Failed to stop the override: HTTP 503'));
  });
});

describe('errors', () => {
  it('are those of code from the development server only', () => {
    const view = new EventTarget() as unknown as Window & { console: Pick<Console, 'error'> };
    const logged: unknown[] = [];
    view.console = { error: (...values) => void logged.push(values) };
    const seen: string[] = [];
    watchErrors(view, ORIGIN, (text) => seen.push(text));
    const errorAt = (stack: string) => Object.assign(new Error('low tide'), { stack });
    const own = errorAt(`Error: low tide\n at Page (${ORIGIN}/src/Page.tsx:3)`);
    view.console.error('lading-plugin-tide failed to render', own);
    view.console.error('another', errorAt('Error: low tide\n at /ui/assets/core.js'));
    view.console.error('of a file', Object.assign(new Error('missing'), { request: `${ORIGIN}/a.ts` }));
    view.dispatchEvent(Object.assign(new Event('error'), { error: 'a text', filename: `${ORIGIN}/b.ts` }));
    view.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: own }));
    expect(seen).toEqual([
      expect.stringContaining('src/Page.tsx:3'),
      expect.stringContaining('missing'),
      'a text',
      expect.stringContaining('low tide'),
    ]);
    expect(logged).toHaveLength(3);
  });

  it('appear over the page until they are closed', () => {
    const overlay = new ErrorOverlay(document, override);
    overlay.show('Error: low tide');
    const box = document.querySelector('[role="alert"]');
    expect(box?.textContent).toContain('Error in lading-plugin-tide');
    expect(box?.textContent).toContain('Error: low tide');
    box?.querySelector('button')?.click();
    expect(document.querySelector('[role="alert"]')).toBeNull();
  });
});
