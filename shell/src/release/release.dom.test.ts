import type { PluginDefinition, PluginLifecycles, PluginProps } from '@lading/contract';
import type { ManifestsRead } from '@lading/contract/host';
import type { BootDocument, BootPlugin } from '@lading/contract/rest';
import { fakePlugin } from '@lading/contract/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  endConsole,
  slotOf,
  stateOf,
  type TestPlugin,
  testConsole,
  testServer,
  tinyPlugin,
} from '../testing/testConsole.ts';

const TIDE = 'lading-plugin-tide';
const ASK_MS = 50_000;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(endConsole);

const says = (text: string): Partial<PluginLifecycles> => ({
  mount: async ({ domElement }) => {
    domElement.textContent = text;
  },
});
const bootOf = ({ definition: { name, version }, specifier = `@lading/plugin-${name}` }: TestPlugin) => {
  const address = `/ui/plugins/${name}/${version}/plugin.js`;
  return { name, version, specifier, address, hash: 'h' } satisfies BootPlugin;
};
const ebb: TestPlugin = { definition: tinyPlugin('ebb') };
const tide = (
  version: string,
  more: Partial<PluginDefinition> = {},
  lifecycles = says(`tide ${version}`),
) => ({
  definition: tinyPlugin('tide', { version, ...more }),
  specifier: TIDE,
  lifecycles,
});
const second = tide('2.0.0', {
  menuItems: [],
  routes: [
    { path: '/tide', name: 'tide', title: { id: 't', text: 'Second' } },
    { path: '/tide/more', name: 'tide.more', title: { id: 't', text: 'More' } },
  ],
});

interface Young {
  readonly plugins: readonly TestPlugin[];
  readonly imports?: Record<string, string>;
}

/** Opens a page of release set 1. `release` activates set 2, and waits until the page has asked. */
async function open(
  path: string,
  plugins: readonly TestPlugin[],
  more: Partial<BootDocument> = { release: 1 },
) {
  const reads: ManifestsRead[] = [];
  const server = testServer(path);
  server.answers.set('GET /ui/api/v1/lading/release', () => Response.json({ release: 1 }));
  const { loader } = await testConsole(plugins, reads, undefined, more);
  await vi.waitFor(() => expect(stateOf(path.slice(1))).toBe('mounted'));
  const release = async ({ plugins: young, imports = {} }: Young) => {
    const manifests = new Map<string, unknown>();
    for (const { definition, lifecycles } of young) {
      const { manifest, module } = fakePlugin(definition, lifecycles);
      manifests.set(definition.name, manifest);
      loader.set(bootOf({ definition }).address, module);
    }
    reads.push({ manifests });
    const boot: BootDocument = { base: '/ui/', revision: 'r2', release: 2, plugins: young.map(bootOf) };
    const map = { imports, integrity: {} };
    const page =
      `<!doctype html><script type="systemjs-importmap">${JSON.stringify(map)}</script>` +
      `<script type="application/json" id="lading-boot">${JSON.stringify(boot)}</script>`;
    server.answers.set('GET /ui/', () => new Response(page));
    server.answers.set('GET /ui/api/v1/lading/release', () => Response.json({ release: 2 }));
    await vi.advanceTimersByTimeAsync(ASK_MS);
  };
  return { release, loader, server };
}
const notices = () => document.querySelector('.lading-notifications')?.textContent ?? '';
const offers = () => notices().includes('A new version of the console is available.');

it('An open page takes a new version of a plugin without a reload [mfe-05]', async () => {
  const { release, loader } = await open('/tide', [ebb, tide('1.0.0')]);
  const before = slotOf('tide');
  await release({ plugins: [ebb, second] });
  await vi.waitFor(() => expect(slotOf('tide')?.textContent).toBe('tide 2.0.0'));
  expect(before?.isConnected).toBe(false);
  expect(document.querySelectorAll('[data-plugin="tide"]')).toHaveLength(1);
  expect(document.title).toContain('Second');
  expect(location.pathname).toBe('/ui/tide');
  expect(notices()).toContain('Plugins of this page changed: lading-plugin-tide 2.0.0.');
  expect(offers()).toBe(false);
  await vi.waitFor(() => expect(loader.forgotten.join()).toContain('/ui/plugins/tide/1.0.0/'));
});

it('It has the pages of the new version, also while another plugin is shown', async () => {
  const { release } = await open('/ebb', [ebb, tide('1.0.0')]);
  const shown = slotOf('ebb')?.firstChild;
  await release({ plugins: [ebb, second] });
  await vi.waitFor(() => expect(notices()).toContain('lading-plugin-tide 2.0.0'));
  expect(slotOf('ebb')?.firstChild).toBe(shown);
  const link = Object.assign(document.createElement('a'), { href: '/ui/tide/more' });
  document.body.append(link);
  link.click();
  await vi.waitFor(() => expect(slotOf('tide')?.textContent).toBe('tide 2.0.0'));
});

it('It loses a plugin that was removed or revoked', async () => {
  const { release } = await open('/tide', [ebb, tide('1.0.0')]);
  await release({ plugins: [ebb] });
  await vi.waitFor(() => expect(slotOf('tide')).toBe(null));
  expect(location.pathname).toBe('/ui/404');
  expect(notices()).toContain('lading-plugin-tide turned off');
});

it('It waits while something is unsaved, and offers to reload until then', async () => {
  let free = () => {};
  const editing: Partial<PluginLifecycles> = {
    mount: async ({ domElement, shell }: PluginProps) => {
      free = shell.navigation.block(() => 'Unsaved');
      domElement.textContent = 'form';
    },
  };
  const { release } = await open('/tide', [ebb, tide('1.0.0', {}, editing)]);
  await release({ plugins: [ebb, second] });
  await vi.waitFor(() => expect(offers()).toBe(true));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(slotOf('tide')?.textContent).toBe('form');
  free();
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.waitFor(() => expect(slotOf('tide')?.textContent).toBe('tide 2.0.0'));
  expect(offers()).toBe(false);
});

it('It waits while the user is in a field of the page', async () => {
  const field = document.createElement('input');
  const form = { mount: async ({ domElement }: PluginProps) => domElement.append(field) };
  const { release } = await open('/tide', [ebb, tide('1.0.0', {}, form)]);
  field.focus();
  await release({ plugins: [ebb, second] });
  await vi.waitFor(() => expect(offers()).toBe(true));
  expect(field.isConnected).toBe(true);
  field.blur();
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.waitFor(() => expect(slotOf('tide')?.textContent).toBe('tide 2.0.0'));
});

it('It offers to reload once for each release set, also for the first one and after the last one', async () => {
  const { server } = await open('/tide', [ebb, tide('1.0.0')], {});
  const active = async (release: number) => {
    server.answers.set('GET /ui/api/v1/lading/release', () => Response.json({ release }));
    await vi.advanceTimersByTimeAsync(ASK_MS);
  };
  await active(0);
  expect(offers()).toBe(false);
  for (const release of [1, 0]) {
    // The page cannot be read, so that only a reload is certain.
    await active(release);
    await vi.waitFor(() => expect(offers()).toBe(true));
    document.querySelector<HTMLElement>('.lading-notification-close')?.click();
    await active(release);
    expect(offers()).toBe(false);
  }
});

it('A page in safe mode has no release set to compare', async () => {
  const { release, server } = await open('/ebb', [ebb], { safeMode: true });
  await release({ plugins: [ebb] });
  expect(server.calls).not.toContain('GET /ui/api/v1/lading/release');
});

const run = async () => {};
it.each<[string, Young]>([
  ['the console itself', { plugins: [ebb, tide('1.0.0')], imports: { react: '/ui/assets/react-2.js' } }],
  [
    'a plugin of the console',
    { plugins: [{ definition: tinyPlugin('ebb', { version: '2.0.0' }) }, tide('1.0.0')] },
  ],
  [
    'a plugin with a startup request',
    { plugins: [ebb, tide('2.0.0', { mainApplicationRequests: [{ name: 'x', run }] })] },
  ],
])('It only offers to reload for another version of %s', async (_what, young) => {
  const { release } = await open('/tide', [ebb, tide('1.0.0')]);
  await release(young);
  await vi.waitFor(() => expect(offers()).toBe(true));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(slotOf('tide')?.textContent).toBe('tide 1.0.0');
});
