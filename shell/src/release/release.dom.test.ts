import type { PluginLifecycles, PluginProps } from '@lading/contract';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import {
  ebb,
  type Next,
  notices,
  offers,
  openRelease as open,
  second,
  tide,
} from '../testing/openRelease.ts';
import { endConsole, slotOf, type TestServer, tinyPlugin } from '../testing/testConsole.ts';

let logged = () => '';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  logged = () => log.mock.calls.join();
});
afterEach(endConsole);

const isAsked = (server: TestServer) => vi.waitFor(() => expect(server.calls).toContain('GET /ui/'));

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

it('It offers to reload after a removal, because code that runs cannot be stopped', async () => {
  let ticks = 0;
  const running: Partial<PluginLifecycles> = {
    mount: async () => {
      const clock = setInterval(() => {
        ticks += 1;
      }, 1_000);
      onTestFinished(() => clearInterval(clock));
    },
  };
  const { release } = await open('/tide', [ebb, tide('1.0.0', {}, running)]);
  await release({ plugins: [ebb] });
  await vi.waitFor(() => expect(notices()).toContain('Code of removed plugins can still run'));
  const before = ticks;
  await release({ plugins: [ebb, second] });
  await vi.waitFor(() => expect(notices()).toContain('lading-plugin-tide 2.0.0'));
  expect(ticks).toBeGreaterThan(before);
  expect(notices()).toContain('Code of removed plugins can still run');
});

it('It ignores contributions that code of a replaced plugin adds later', async () => {
  let old: PluginProps['shell'] | undefined;
  const keeping: Partial<PluginLifecycles> = {
    mount: async ({ shell }) => {
      old = shell;
    },
  };
  const { release } = await open('/tide', [ebb, tide('1.0.0', {}, keeping)]);
  await release({ plugins: [ebb] });
  await vi.waitFor(() => expect(slotOf('tide')).toBe(null));
  const label = { id: 't', text: 'Late' };
  const remove = old?.add('menuItems', { sidebar: 'application', path: '/tide', label });
  expect(old?.contributions('menuItems').map(({ plugin }) => plugin)).toEqual(['ebb']);
  remove?.();
});

it('It says nothing about a release set that changes nothing in the page', async () => {
  let free = () => {};
  const editing: Partial<PluginLifecycles> = {
    mount: async ({ shell }: PluginProps) => {
      free = shell.navigation.block(() => 'Unsaved');
    },
  };
  const same = [ebb, tide('1.0.0', {}, editing)];
  const { release, server } = await open('/tide', same);
  await release({ plugins: same });
  await isAsked(server);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(notices()).toBe('');
  await release({ plugins: [ebb, second] });
  await vi.waitFor(() => expect(offers()).toBe(true));
  // Rolled back before the page took the set.
  await release({ plugins: same });
  await vi.waitFor(() => expect(notices()).toBe(''));
  free();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(notices()).toBe('');
});

it('It tries again after the new page failed to load', async () => {
  const { release, ask, server } = await open('/tide', [ebb, tide('1.0.0')]);
  const fetched = vi.spyOn(server.answers, 'get');
  fetched.mockImplementation((call) =>
    call === 'GET /ui/'
      ? () => new Response(null, { status: 500 })
      : Map.prototype.get.call(server.answers, call),
  );
  await release({ plugins: [ebb, second] });
  await vi.waitFor(() => expect(offers()).toBe(true));
  expect(slotOf('tide')?.textContent).toBe('tide 1.0.0');
  fetched.mockRestore();
  await ask();
  await vi.waitFor(() => expect(slotOf('tide')?.textContent).toBe('tide 2.0.0'));
  expect(offers()).toBe(false);
});

it('It offers to reload if the new version cannot be shown', async () => {
  const { release, scheduler } = await open('/ebb', [ebb, tide('1.0.0')]);
  vi.spyOn(scheduler, 'trigger').mockRejectedValue(new Error('out of order'));
  await release({ plugins: [ebb, second] });
  await vi.waitFor(() => expect(offers()).toBe(true));
  expect(logged()).toContain('Failed to take the new release set into the page: out of order');
});

it('A version that is off in this browser is turned on with the manifest of the new page', async () => {
  const cause = { class: 'mount', cause: 'no mast', time: Date.now() };
  const { release } = await open('/ebb', [ebb, tide('1.0.0')]);
  const series = { tide: { version: '2.0.0', crashes: 2, ...cause } };
  localStorage.setItem('lading.failures.crashes', JSON.stringify(series));
  await release({ plugins: [ebb, second] });
  await vi.waitFor(() => expect(notices()).toContain('2.0.0 failed twice in a row'));
  const turnOn = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Turn on');
  turnOn?.click();
  const link = Object.assign(document.createElement('a'), { href: '/ui/tide/more' });
  document.body.append(link);
  // Only the new version has this page.
  await vi.waitFor(() => {
    link.click();
    expect(slotOf('tide')?.textContent).toBe('tide 2.0.0');
  });
  expect(document.title).toContain('More');
});

it.each([
  ['en', 'tide 2.0.0', 'Plugins of this page changed'],
  ['pl', 'tide 1.0.0', 'Odśwież'],
])(
  'In the language %s, after a new version with translations, it shows %s',
  async (language, text, notice) => {
    localStorage.setItem('lading.shell.language', language);
    const catalogs = [{ language: 'pl', texts: async () => ({ t: 'Pływy' }) }];
    const { release, server } = await open('/tide', [ebb, tide('1.0.0')]);
    await release({ plugins: [ebb, tide('2.0.0', { extensions: { catalogs } })] });
    await isAsked(server);
    await vi.waitFor(() => expect(notices()).toContain(notice));
    await vi.waitFor(() => expect(slotOf('tide')?.textContent).toBe(text));
  },
);

it('It offers to reload once for each release set, also for the first one and after the last one', async () => {
  const { ask, server } = await open('/tide', [ebb, tide('1.0.0')], {});
  const active = async (release: number) => {
    server.answers.set('GET /ui/api/v1/lading/release', () => Response.json({ release }));
    await ask();
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
it.each<[string, Next]>([
  ['the console itself', { plugins: [ebb, tide('1.0.0')], imports: { react: '/ui/assets/react-2.js' } }],
  [
    'a plugin of the console',
    { plugins: [{ definition: tinyPlugin('ebb', { version: '2.0.0' }) }, tide('1.0.0')] },
  ],
  [
    'a plugin with a startup request',
    { plugins: [ebb, tide('2.0.0', { mainApplicationRequests: [{ name: 'x', run }] })] },
  ],
  [
    'a plugin that another package with its name replaces',
    { plugins: [ebb, { ...tide('1.0.0'), specifier: '@acme/lading-plugin-tide' }] },
  ],
])('It only offers to reload for another version of %s', async (_what, next) => {
  const { release } = await open('/tide', [ebb, tide('1.0.0')]);
  await release(next);
  await vi.waitFor(() => expect(offers()).toBe(true));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(slotOf('tide')?.textContent).toBe('tide 1.0.0');
});
