import type { PluginDefinition, PluginLifecycles, PluginProps, ShellApi } from '@lading/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FramesModule } from '../plugins/FramesModule.ts';
import { PluginRecord } from '../plugins/PluginRecord.ts';
import { Registry } from '../registry/Registry.ts';
import type { Shell } from '../Shell.ts';
import { notices, offers, openRelease, tide } from '../testing/openRelease.ts';
import { endConsole, slotOf, stateOf, type TestPlugin, tinyPlugin } from '../testing/testConsole.ts';
import { keepOut } from './keepOut.ts';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(endConsole);

const FRAMES = { '@lading/shell/frames': '/ui/assets/frames-1.js' };
const label = { id: 't', text: 'T' };
const values = async () => [];
const parts: Partial<PluginDefinition> = {
  routes: [
    { path: '/tide', name: 'tide', title: label },
    { path: '/tide/full', name: 'tide.full', title: label, frameless: true, public: true },
  ],
  extensions: {
    tableColumns: [{ table: 'repositories', id: 'tide.level', label, values }],
    commands: [{ id: 'tide.sink', label, run: async () => {} }],
  },
};
const frame = { reads: ['/levels'], left: ['tableColumns', 'commands'] };
const kinds = ['menuItems', 'tableColumns', 'commands'] as const;

/** Opens a page with a trusted plugin that has parts, and another one, which is shown. */
async function open({
  path = '/ebb',
  frames = FRAMES as object,
  more = {} as Partial<PluginLifecycles>,
} = {}) {
  let api: ShellApi | undefined;
  const mount = async ({ shell, domElement }: PluginProps) => {
    domElement.textContent = 'ebb';
    api = shell;
  };
  const ebb: TestPlugin = { definition: tinyPlugin('ebb'), lifecycles: { mount } };
  const says = async ({ domElement }: PluginProps) => {
    domElement.textContent = 'trusted';
  };
  const trusted = tide('1.0.0', parts, { mount: says, ...more });
  const page = await openRelease(path, [ebb, trusted]);
  const map = Object.assign(document.createElement('script'), { type: 'systemjs-importmap' });
  map.textContent = JSON.stringify({ imports: frames, integrity: {} });
  document.body.append(map);
  const records: PluginRecord[] = [];
  const framedPlugin: FramesModule['framedPlugin'] = (_shell, record) => {
    records.push(record);
    const mount = async ({ domElement }: PluginProps) => {
      domElement.textContent = 'framed';
    };
    return { default: {}, bootstrap: async () => {}, mount, unmount: async () => {} };
  };
  page.loader.set('@lading/shell/frames', { framedPlugin });
  const untrusted = { ...trusted, frame };
  const ofTide = (kind: (typeof kinds)[number] | 'routes') =>
    (api?.contributions(kind) ?? []).filter(({ plugin }) => plugin === 'tide').map(({ value }) => value);
  const go = async (to: string) => {
    const link = Object.assign(document.createElement('a'), { href: `/ui${to}` });
    document.body.append(link);
    link.click();
  };
  const distrust = async () => {
    await page.release({ plugins: [ebb, untrusted], imports: FRAMES, revision: 'r2' });
    await vi.waitFor(() => expect(offers()).toBe(true));
  };
  return { ...page, ebb, trusted, untrusted, records, ofTide, go, distrust };
}
const chrome = () => document.querySelector<HTMLElement>('[data-frame]')?.dataset.frame;

it('A plugin that becomes untrusted keeps only its pages, within the chrome and not public', async () => {
  const { ofTide, go, distrust, records, loader } = await open();
  expect(kinds.map((kind) => ofTide(kind).length)).toEqual([1, 1, 1]);
  await distrust();
  expect(kinds.map((kind) => ofTide(kind).length)).toEqual([0, 0, 0]);
  expect(ofTide('routes')).toEqual([
    { path: '/tide', name: 'tide', title: label },
    { path: '/tide/full', name: 'tide.full', title: label },
  ]);
  await go('/tide/full');
  await vi.waitFor(() => expect(slotOf('tide')?.textContent).toBe('framed'));
  expect(chrome()).toBe('full');
  expect(loader.imported.filter((id) => id.includes('tide'))).toEqual([]);
  // The frame finds no function by a reference of the trusted manifest, and preloads no code.
  expect(records[0]?.frame).toEqual(frame);
  expect(records[0]?.manifest).toMatchObject({ files: [], preload: {} });
  expect(Object.keys(records[0]?.manifest?.contributions ?? {})).toEqual(['routes']);
});

it('Its frameless page gets the chrome of the console, also in a page without frames', async () => {
  const { distrust, go } = await open({ frames: {} });
  await go('/tide/full');
  await vi.waitFor(() => expect(chrome()).toBe('none'));
  await distrust();
  expect(chrome()).toBe('full');
  // The page cannot stop its code, and has no module for frames.
  expect(slotOf('tide')?.textContent).toBe('trusted');
});

it('Without frames, its pages ask to reload the page when they are opened, and load no code', async () => {
  const { distrust, go, loader } = await open({ frames: {} });
  await distrust();
  await go('/tide');
  await vi.waitFor(() => expect(slotOf('tide')?.querySelector('h1')?.textContent).toBe('Reload to open T'));
  expect(slotOf('tide')?.textContent).toContain(
    'The plugin lading-plugin-tide has become untrusted since this page was loaded.',
  );
  expect(slotOf('tide')?.querySelector('button')?.textContent).toBe('Reload');
  expect(loader.imported.filter((id) => id.includes('tide'))).toEqual([]);
  await go('/ebb');
  await vi.waitFor(() => expect(slotOf('tide')?.textContent ?? '').toBe(''));
});

it('Without frames, code that is shown is not shown again after the user has left it', async () => {
  const { distrust, go } = await open({ frames: {} });
  await go('/tide');
  await vi.waitFor(() => expect(slotOf('tide')?.textContent).toBe('trusted'));
  await distrust();
  await go('/ebb');
  await vi.waitFor(() => expect(stateOf('ebb')).toBe('mounted'));
  await go('/tide');
  await vi.waitFor(() => expect(slotOf('tide')?.textContent).toContain('Reload to open T'));
});

it.each([
  ['with frames', FRAMES, 'framed'],
  ['without frames', {}, 'Reload to open T'],
])('Code that is still loading is not started, in a page %s', async (_what, frames, shown) => {
  const mount = vi.fn(async () => {});
  const { distrust, go, loader } = await open({ frames, more: { mount } });
  const load = loader.import.bind(loader);
  let arrive = () => {};
  vi.spyOn(loader, 'import').mockImplementation(async (id) => {
    if (id === 'lading-plugin-tide') await new Promise<void>((resolve) => (arrive = resolve));
    return load(id);
  });
  await go('/tide');
  await vi.waitFor(() => expect(stateOf('tide')).toBe('loading'));
  await distrust();
  arrive();
  await vi.waitFor(() => expect(slotOf('tide')?.textContent).toContain(shown));
  expect(mount).not.toHaveBeenCalled();
});

it('A function of it that the page still has does not load its code', async () => {
  const { distrust, ofTide, loader } = await open({ frames: {} });
  const [command] = ofTide('commands') as { run: (shell: unknown) => Promise<void> }[];
  await distrust();
  await expect(command?.run({})).rejects.toThrow('has become untrusted since this page was loaded');
  expect(loader.imported.filter((id) => id.includes('tide'))).toEqual([]);
});

it('Its code that runs adds nothing to other pages', async () => {
  let own: ShellApi | undefined;
  const mount = async ({ shell }: PluginProps) => {
    own = shell;
  };
  const { distrust, go, ofTide } = await open({ more: { mount } });
  await go('/tide');
  await vi.waitFor(() => expect(own).toBeDefined());
  await distrust();
  own?.add('commands', { id: 'tide.other', label, run: async () => {} });
  expect(ofTide('commands')).toEqual([]);
});

it('Trusted again, the page offers to reload, because the contributions were withdrawn', async () => {
  const { release, ebb, trusted, distrust, ask, ofTide } = await open();
  await distrust();
  await release({ plugins: [ebb, trusted], imports: FRAMES, revision: 'r3' });
  await ask();
  expect(offers()).toBe(true);
  // Also together with a release set that changes nothing else.
  await release({ plugins: [ebb, trusted], imports: FRAMES });
  expect(offers()).toBe(true);
  expect(ofTide('commands')).toEqual([]);
  // Without the plugin, nothing is missing.
  await release({ plugins: [ebb], imports: FRAMES });
  await vi.waitFor(() => expect(notices()).toContain('lading-plugin-tide turned off'));
  expect(offers()).toBe(false);
});

it('A plugin without a manifest is registered only by a reload, also after Retry', () => {
  const { name, version } = tide('1.0.0').definition;
  const boot = { name, version, specifier: 'lading-plugin-tide', address: '/ui/plugins/tide.js', hash: 'h' };
  const record = new PluginRecord(boot, 1);
  const plugins = { records: [record] } as unknown as Shell['plugins'];
  const next = { base: '/ui/', revision: 'r2', plugins: [{ ...boot, frame }] };
  keepOut({ plugins, registry: new Registry() }, { map: { imports: FRAMES, integrity: {} } }, next);
  expect(record.problem).toBe(true);
});
