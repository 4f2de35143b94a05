import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mountFrame } from '../frame.tsx';
import { choose } from '../testing/choose.ts';
import {
  ADA,
  endConsole,
  FOOTER,
  failure,
  testConsole,
  testServer,
  tinyPlugin,
} from '../testing/testConsole.ts';

const ADMIN = { ...ADA, admin: true };
const title = (text: string) => ({ id: text, text });
const packages = {
  definition: tinyPlugin('packages', {
    extensions: {
      searchCategories: [{ id: 'packages', label: title('Packages'), path: '/packages', order: 1 }],
    },
  }),
};
const admin = {
  definition: tinyPlugin('admin', {
    routes: [{ path: '/admin/users', name: 'users', title: title('Users'), requires: { role: 'admin' } }],
    menuItems: [
      { sidebar: 'administration', path: '/admin/users', label: title('Users'), requires: { role: 'admin' } },
      {
        sidebar: 'administration',
        path: '/admin/off',
        label: title('Proxies'),
        group: title('Network'),
        requires: { role: 'admin' },
        disabled: true,
      },
    ],
  }),
};

const start = (plugins = [packages, admin]) => testConsole(plugins, [], { mountFrame });
const banner = () => screen.findByRole('banner');

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(endConsole);

describe('the header', () => {
  it('searches packages through the URL', async () => {
    testServer('/packages');
    await start();
    await userEvent.type(await screen.findByRole('combobox', { name: 'Search packages' }), 'foo*{Enter}');
    expect(location.pathname + location.search).toBe('/ui/packages?name=foo*');
  });

  it('focuses the search box with /', async () => {
    testServer('/packages');
    await start();
    const box = await screen.findByRole('combobox');
    await userEvent.keyboard('/');
    expect(document.activeElement).toBe(box);
    await userEvent.keyboard('a/b');
    expect(box).toHaveProperty('value', 'a/b');
  });

  it('has no search box if nothing can be searched', async () => {
    testServer('/admin/users', ADMIN);
    await start([admin]);
    await banner();
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('has the operator’s logo if one is set, else the console’s own', async () => {
    testServer('/packages');
    await start();
    const home = within(await banner()).getByRole('link', { name: 'Home' });
    expect(home.textContent).toBe('Lading');
    endConsole();
    testServer('/packages').footer = { ...FOOTER, logoUrl: '/logo.svg' };
    await start();
    const logo = await within(await banner()).findByRole('img', { name: 'Harbour' });
    expect(logo.getAttribute('src')).toBe('/logo.svg');
  });

  it('lets a user choose the theme and sign out', async () => {
    const server = testServer('/packages');
    server.answers.set('POST /ui/api/v1/ui/auth/logout', () => new Response(null, { status: 200 }));
    await start();
    await userEvent.click(await screen.findByRole('button', { name: 'User ada' }));
    await choose('High contrast', 'menuitemcheckbox');
    expect(document.documentElement.dataset.theme).toBe('contrast');
    await userEvent.click(screen.getByRole('button', { name: 'User ada' }));
    await choose('Logout');
    await waitFor(() => expect(server.calls).toContain('POST /ui/api/v1/ui/auth/logout'));
  });
});

describe('the sidebars', () => {
  it('are two: the page determines which is shown, and each links to the other [shell-02]', async () => {
    testServer('/packages', ADMIN);
    await start();
    const application = await screen.findByRole('navigation', { name: 'Application' });
    const item = within(application).getByRole('link', { name: 'PACKAGES' });
    expect(item.getAttribute('aria-current')).toBe('page');
    expect(item.getAttribute('href')).toBe('/ui/packages');
    await userEvent.click(screen.getByRole('button', { name: 'Administration' }));
    await userEvent.click(screen.getByRole('link', { name: 'Users' }));
    expect(location.pathname).toBe('/ui/admin/users');
    expect(screen.getByRole('navigation', { name: 'Administration' })).toBeTruthy();
  });

  it('show disabled items without a link', async () => {
    testServer('/admin/users', ADMIN);
    await start();
    const off = await screen.findByRole('link', { name: 'Proxies' });
    expect(off.getAttribute('aria-disabled')).toBe('true');
    expect(off.hasAttribute('href')).toBe(false);
    expect(screen.getByRole('heading', { name: 'Network' })).toBeTruthy();
  });

  it('hide items without permission', async () => {
    testServer('/packages');
    await start();
    await screen.findByRole('link', { name: 'PACKAGES' });
    expect(screen.queryByRole('button', { name: 'Administration' })).toBeNull();
  });

  it('keep the place of items that need data which arrives late [shell-04]', async () => {
    const server = testServer('/packages');
    let answer = (_: Response) => {};
    const services = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    server.answers.set('GET /ui/api/v1/system/microservices', () => services as unknown as Response);
    localStorage.setItem('lading.shell.menu.application', '/packages /scans');
    const scans = tinyPlugin('scans', {
      menuItems: [
        { sidebar: 'application', path: '/scans', label: title('Scans'), requires: { services: ['xray'] } },
      ],
    });
    await start([packages, { definition: scans }]);
    await screen.findByRole('link', { name: 'PACKAGES' });
    expect(document.querySelectorAll('.lading-side-reserved')).toHaveLength(1);
    expect(screen.queryByRole('link', { name: 'Scans' })).toBeNull();
    answer(Response.json({ services: [{ name: 'xray', available: true }] }));
    await screen.findByRole('link', { name: 'Scans' });
    expect(document.querySelectorAll('.lading-side-reserved')).toHaveLength(0);
  });

  it('collapse and stay collapsed', async () => {
    testServer('/packages');
    await start();
    await userEvent.click(await screen.findByRole('button', { name: 'Collapse sidebar' }));
    expect(document.getElementById('lading-sidebar')?.dataset.collapsed).toBe('true');
    expect(screen.getByRole('link', { name: 'PACKAGES' }).title).toBe('PACKAGES');
    expect(localStorage.getItem('lading.shell.sidebarCollapsed')).toBe('true');
  });

  it('are a drawer on a phone, which closes when a page opens', async () => {
    testServer('/packages', ADMIN);
    await start();
    await userEvent.click(await screen.findByRole('button', { name: 'Open menu' }));
    const drawer = document.getElementById('lading-sidebar');
    expect(drawer?.dataset.open).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Administration' }));
    await userEvent.click(screen.getByRole('link', { name: 'Users' }));
    await waitFor(() => expect(drawer?.dataset.open).toBeUndefined());
  });
});

describe('the shell’s own pages', () => {
  it('show that a URL was not found and where to go', async () => {
    testServer('/nowhere');
    await start();
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Go to the home page' }));
    expect(location.pathname).toBe('/ui/packages');
    expect(screen.queryByRole('heading', { name: 'Page not found' })).toBeNull();
  });

  it('list every plugin with state, class, cause, and time, and retry one', async () => {
    const server = testServer('/diagnostics', ADMIN);
    server.answers.set('GET /ui/api/v1/lading/importmap', () => failure(503, 'BUSY', 'try later'));
    const broken = { definition: tinyPlugin('broken', { contract: '9.x' }) };
    await testConsole([packages, broken, { ...admin, module: null }], [], { mountFrame });
    const rowOf = (name: string) => document.querySelector<HTMLElement>(`[data-plugin-row=${name}]`);
    await waitFor(() => expect(rowOf('packages')?.textContent).toContain('Not loaded yet'));
    const pages = [...(rowOf('packages')?.querySelectorAll('li') ?? [])].map((each) => each.textContent);
    expect(pages).toEqual(packages.definition.routes?.map(({ path }) => path));
    expect(screen.getByText(/^\d+ pages? from \d+ plugins?$/).textContent).toContain('from 2 plugins');
    expect(rowOf('broken')?.textContent).toContain(
      'Failedcontract-versionPlugin "broken": contract: found "9.x"',
    );
    expect(rowOf('broken')?.querySelector('time')).not.toBeNull();
    expect(within(rowOf('broken') as HTMLElement).getByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(await screen.findByText('try later')).toBeTruthy();
  });

  it('show the import map in use and why an edit was rejected', async () => {
    const server = testServer('/diagnostics', ADMIN);
    server.answers.set('GET /ui/api/v1/lading/importmap', () =>
      Response.json({
        revision: 'r1',
        file: '/srv/lading/importmap.json',
        present: true,
        since: '2026-11-20T10:00:00Z',
        entries: [{ specifier: '@lading/plugin-packages', address: null, from: 'operator', version: '' }],
        rejections: [{ line: 4, reason: 'a comma is missing', whole: true }],
        failures: [{ time: '2026-11-20T10:00:00Z', detail: 'tide 2.0.0 failed to load' }],
      }),
    );
    await start();
    expect((await screen.findByText(/was rejected/)).textContent).toContain('line 4: a comma is missing');
    expect(screen.getByRole('row', { name: '@lading/plugin-packages off operator' })).toBeTruthy();
    expect(screen.getByText('tide 2.0.0 failed to load')).toBeTruthy();
  });

  it('list the contributions that were left out', async () => {
    const server = testServer('/diagnostics', ADMIN);
    server.answers.set('GET /ui/api/v1/lading/importmap', () => failure(503, 'BUSY', 'try later'));
    const eager = {
      definition: tinyPlugin('eager', {
        menuItems: [],
        routes: [{ path: '/packages', name: 'mine', title: title('Mine') }],
      }),
      specifier: 'lading-plugin-eager',
    };
    await testConsole([eager, packages], [], { mountFrame });
    expect(await screen.findByText(/Plugin "eager": routes "\/packages" was ignored/)).toBeTruthy();
  });
});

describe('a session that expires while a page is open', () => {
  const auth = (dialog: () => Promise<never>) => ({
    definition: tinyPlugin('auth', {
      routes: [{ path: '/login', name: 'login', title: title('Sign in'), public: true, frameless: true }],
      menuItems: [],
      extensions: { signInDialog: [{ id: 'dialog', dialog }] },
    }),
  });

  it('is renewed by the dialog over the page, and the call is repeated', async () => {
    const server = testServer('/packages');
    const ended = () => server.user === 'nobody';
    server.answers.set('GET /x', () =>
      ended() ? failure(401, 'UNAUTHORIZED', 'Sign in to continue') : Response.json('there'),
    );
    const dialog = async () =>
      ((props: { onSignedIn: () => void }) => (
        <button type="button" onClick={props.onSignedIn}>
          Sign in again
        </button>
      )) as never;
    let call: Promise<unknown> | undefined;
    const mount = async ({ shell }: { shell: { http: { json(path: string): Promise<unknown> } } }) => {
      server.user = 'nobody';
      call = shell.http.json('/x');
    };
    await testConsole([{ ...packages, lifecycles: { mount } }, auth(dialog)], [], { mountFrame });
    const button = await screen.findByRole('button', { name: 'Sign in again' });
    server.user = ADA;
    await userEvent.click(button);
    expect(await call).toBe('there');
    expect(location.pathname).toBe('/ui/packages');
  });
});
