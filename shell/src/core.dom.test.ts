import { CONTRACT_VERSION } from '@lading/contract';
import { fakePlugin } from '@lading/contract/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ADA,
  endConsole,
  FOOTER,
  failure,
  slotOf,
  stateOf,
  testConsole,
  testServer,
  tinyPlugin,
} from './testing/testConsole.ts';

let logged: string[];

beforeEach(() => {
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((...words) => void logged.push(words.join(' ')));
});
afterEach(endConsole);

const one = { definition: tinyPlugin('one') };
const two = { definition: tinyPlugin('two') };
const login = {
  definition: tinyPlugin('auth', {
    routes: [
      {
        path: '/login',
        name: 'login',
        title: { id: 't', text: 'Sign in' },
        public: true,
        frameless: true,
        requires: { role: 'anyone' },
      },
    ],
    menuItems: [],
  }),
};
const packages = { definition: tinyPlugin('packages') };
const retry = () =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Retry');
const frame = () => document.getElementById('lading-frame')?.dataset.frame;
const content = () => document.getElementById('lading-content')?.textContent;

function click(path: string) {
  const link = document.createElement('a');
  link.href = `/ui${path}`;
  document.body.append(link);
  link.click();
}

describe('the shell with two plugins', () => {
  it('shows each at its URL and loads it on demand [mfe-01]', async () => {
    testServer('/one');
    const { loader } = await testConsole([one, two]);
    await vi.waitFor(() => expect(stateOf('one')).toBe('mounted'));
    expect(slotOf('one')?.textContent).toBe('one');
    expect(document.title).toBe('ONE - Harbour');
    expect(document.querySelector('[data-skeleton]')).toBeNull();
    expect(loader.imported).not.toContain('@lading/plugin-two');

    click('/two');
    await vi.waitFor(() => expect(stateOf('two')).toBe('mounted'));
    expect(location.pathname).toBe('/ui/two');
    await vi.waitFor(() => expect(slotOf('one')).toBeNull());
    expect(document.title).toBe('TWO - Harbour');
  });

  it('requests user, footer, and features before the first page, whatever the import map contains [shell-12]', async () => {
    const server = testServer('/one');
    await testConsole([one, two]);
    expect(server.calls).toEqual([
      'GET /ui/api/v1/system/auth/screen/footer',
      'GET /ui/api/v1/ui/auth/current',
      'GET /ui/api/v1/system/features',
    ]);
  });

  it('requests no features if the footer contains them', async () => {
    const server = testServer('/one');
    server.footer = { ...FOOTER, features: [{ name: 'COMMON.TESTED', supported: true }] };
    await testConsole([one, two]);
    expect(server.calls).toEqual([
      'GET /ui/api/v1/system/auth/screen/footer',
      'GET /ui/api/v1/ui/auth/current',
    ]);
  });

  it.each([
    ['that cannot be fetched', null, 'Could not fetch microfrontend application: one'],
    ['of a wrong shape', { default: {} }, 'Error: failed resolving microfrontend one'],
  ])('works on beside one %s, and only logs it [mfe-03, mfe-04]', async (_what, module, line) => {
    testServer('/one');
    await testConsole([{ ...one, module }, two]);
    await vi.waitFor(() => expect(stateOf('one')).toBe('failed'));
    expect(logged).toEqual([line]);
    expect(content()).toContain('Failed to show ONE');
    click('/two');
    await vi.waitFor(() => expect(stateOf('two')).toBe('mounted'));
    expect(content()).toBe('two');
  });

  it('shows the cause only to administrators', async () => {
    testServer('/one');
    await testConsole([{ ...one, module: {} }]);
    await vi.waitFor(() => expect(stateOf('one')).toBe('failed'));
    expect(content()).toContain('The rest of the console is available.');
    expect(content()).toContain('Administrators can disable the plugin or roll it back');
    expect(content()).not.toContain('not-a-plugin');
    endConsole();
    testServer('/one', { ...ADA, admin: true });
    await testConsole([{ ...one, module: {} }]);
    await vi.waitFor(() => expect(content()).toContain('not-a-plugin: Plugin "one": default: found nothing'));
  });

  it('restores a failed plugin with Retry, without a reload', async () => {
    testServer('/one');
    const { loader } = await testConsole([{ ...one, module: null }]);
    await vi.waitFor(() => expect(stateOf('one')).toBe('failed'));
    loader.set('@lading/plugin-one', fakePlugin(one.definition).module);
    retry()?.click();
    await vi.waitFor(() => expect(slotOf('one')?.textContent).toBe('one'));
    expect(loader.forgotten).toEqual([new URL('/ui/plugins/one/1.0.0/', location.href).href]);
  });
});

describe('a frame that loads after the console has ended', () => {
  it('is removed immediately', async () => {
    testServer('/one');
    const unmount = vi.fn();
    const mountFrame = vi.fn(() => unmount);
    await testConsole([one], [], { mountFrame });
    endConsole();
    await vi.waitFor(() => expect(mountFrame).toHaveBeenCalledOnce());
    await vi.waitFor(() => expect(unmount).toHaveBeenCalledOnce());
  });
});

describe('manifests that the server has validated', () => {
  // The validator rejects this field, which shows whether the page has validated the manifest.
  const manifest = {
    ...fakePlugin(one.definition).manifest,
    contributions: { ...fakePlugin(one.definition).manifest.contributions, unknown: true },
  };
  const startWith = async (more: object, given: unknown = manifest) => {
    testServer('/one');
    await testConsole([{ ...one, manifest: given }], [], undefined, more);
  };

  it('are used without another validation if the contract version matches', async () => {
    await startWith({ validated: CONTRACT_VERSION });
    await vi.waitFor(() => expect(stateOf('one')).toBe('mounted'));
  });

  it.each([
    ['by another version of the contract', { validated: '0.9.0' }, manifest],
    ['by nobody', {}, manifest],
    [
      'beside a development server',
      { validated: CONTRACT_VERSION, dev: { origin: '', preamble: '' } },
      manifest,
    ],
    ['and cut short in the browser', { validated: CONTRACT_VERSION }, { name: 'one' }],
    ['and exchanged in the browser', { validated: CONTRACT_VERSION }, { ...manifest, name: 'two' }],
  ])('are validated here when validated %s', async (_what, more, given) => {
    await startWith(more, given);
    await vi.waitFor(() => expect(stateOf('one')).toBe('failed'));
    expect(logged).toEqual(['Error: failed resolving microfrontend one']);
  });
});

describe('a plugin that is rejected before its code is loaded', () => {
  it.each([
    [
      'a wrong manifest',
      { manifest: { name: 'one', contributions: { routes: [{ path: '/one' }] } } },
      'not-a-plugin',
    ],
    ['another contract', { definition: tinyPlugin('one', { contract: '2.x' }) }, 'contract-version'],
    [
      'the server’s word',
      { problem: { class: 'duplicate-name', cause: 'twice' } as const },
      'duplicate-name',
    ],
  ])('by %s shows its panel at its own address', async (_what, more, found) => {
    testServer('/one', { ...ADA, admin: true });
    const { loader } = await testConsole([{ ...one, ...more }, two]);
    expect(logged).toEqual(['Error: failed resolving microfrontend one']);
    expect(location.pathname).toBe('/ui/one');
    expect(stateOf('one')).toBe('failed');
    expect(content()).toContain(found);
    expect(loader.imported).not.toContain('@lading/plugin-one');
    click('/two');
    await vi.waitFor(() => expect(stateOf('two')).toBe('mounted'));
  });

  it('for a duplicate name does not affect the earlier plugin', async () => {
    testServer('/one');
    await testConsole([one, { ...one, specifier: 'lading-plugin-one' }]);
    expect(logged).toEqual(['Error: failed resolving microfrontend one']);
    await vi.waitFor(() => expect(slotOf('one')?.textContent).toBe('one'));
  });

  it('for a missing response is named at a URL that may be its own, and is restored with Retry', async () => {
    testServer('/one/deep');
    const route = { path: '/one/:part', name: 'one', title: { id: 't', text: 'One' } };
    const failed = { manifests: new Map(), failure: 'the server answered 503' };
    await testConsole([{ definition: tinyPlugin('one', { routes: [route] }) }], [failed]);
    expect(logged).toEqual(['Could not fetch microfrontend application: one']);
    expect(location.pathname).toBe('/ui/one/deep');
    expect(content()).toContain('Failed to show one');
    retry()?.click();
    await vi.waitFor(() => expect(slotOf('one')?.textContent).toBe('one'));
    expect(stateOf('one')).toBe('mounted');
  });
});

describe('a start without any manifest', () => {
  it.each([
    ['a user', '/packages', ADA, 'packages'],
    ['a visitor', '/packages', 'nobody', 'auth'],
    ['a visitor at the sign-in page', '/login', 'nobody', 'auth'],
  ] as const)('says so to %s, and goes on by Retry', async (_who, path, user, then) => {
    testServer(path, user);
    const failed = { manifests: new Map(), failure: 'the server answered 503' };
    await testConsole([packages, login], [failed]);
    await vi.waitFor(() => expect(content()).toContain('Failed to show'));
    expect(document.querySelector('[data-skeleton]')).toBeNull();
    retry()?.click();
    await vi.waitFor(() => expect(stateOf(then)).toBe('mounted'));
  });
});

describe('URLs', () => {
  it('without an owner redirect to /404, those of a micro-frontend do not [mfe-11]', async () => {
    testServer('/nowhere');
    await testConsole([one]);
    expect(location.pathname).toBe('/ui/404');
    expect(document.title).toBe('Page not found - Harbour');
    click('/one');
    await vi.waitFor(() => expect(stateOf('one')).toBe('mounted'));
  });

  it('of an anonymous user redirect to the sign-in page without a frame, and back after it', async () => {
    const server = testServer('/packages?name=a*', 'nobody');
    const { loader } = await testConsole([packages, login]);
    expect(location.pathname + location.search).toBe('/ui/login?logout=true');
    await vi.waitFor(() => expect(stateOf('auth')).toBe('mounted'));
    expect(frame()).toBe('none');
    expect(sessionStorage.getItem('lading.sessionRedirect')).toContain('/packages?name=a*');
    expect(server.calls).toHaveLength(3);
    expect(loader.imported).not.toContain('@lading/shell/frame');
  });

  it('of a public page load no initial data', async () => {
    const server = testServer('/login', 'nobody');
    const { loader } = await testConsole([packages, login]);
    await vi.waitFor(() => expect(stateOf('auth')).toBe('mounted'));
    expect(server.calls).toEqual([]);
    expect(loader.imported).not.toContain('@lading/shell/frame');
    // Once the page is shown, its title includes the server's name.
    await vi.waitFor(() => expect(document.title).toBe('Sign in - Harbour'), 10_000);
    expect(server.calls).toEqual([
      'GET /ui/api/v1/system/auth/screen/footer',
      'GET /ui/api/v1/system/features',
    ]);
  });

  it('without access redirect to the landing page with a notification', async () => {
    testServer('/one');
    const route = {
      path: '/one',
      name: 'one',
      title: { id: 't', text: 'One' },
      requires: { role: 'admin' } as const,
    };
    await testConsole([{ definition: tinyPlugin('one', { routes: [route] }) }, packages]);
    expect(location.pathname).toBe('/ui/packages');
    expect(document.querySelector('[role=alert]')?.textContent).toContain(
      'You are not authorized to view this page',
    );
  });

  it('stay while the user fails to load, and the next page retries [shell-12]', async () => {
    const server = testServer('/packages?name=a');
    const current = 'GET /ui/api/v1/ui/auth/current';
    const well = server.answers.get(current);
    server.answers.set(current, () => failure(500, 'BROKEN', 'torn'));
    await testConsole([packages, one, login]);
    expect(location.pathname + location.search).toBe('/ui/packages?name=a');
    expect(document.querySelector('[data-skeleton]')).toBeNull();
    expect(stateOf('packages')).toBeUndefined();
    if (well) server.answers.set(current, well);
    click('/one');
    await vi.waitFor(() => expect(stateOf('one')).toBe('mounted'));
  });
});
