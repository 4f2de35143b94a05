import { screen, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mountFrame } from '../frame.tsx';
import { choose } from '../testing/choose.ts';
import { ADA, endConsole, FOOTER, testConsole, testServer, tinyPlugin } from '../testing/testConsole.ts';

const ADMIN = { ...ADA, admin: true };
/** Timeout for the first menu, which loads Fluent's menu. */
const FIRST_MENU = { timeout: 20_000 };
const title = (text: string) => ({ id: text, text });
const role = 'admin' as const;
const newUser = '/admin/management/users/new';
const PLUGINS = [
  { definition: tinyPlugin('packages') },
  {
    definition: tinyPlugin('admin', {
      routes: [
        { path: newUser, name: 'new', title: title('New user'), requires: { role } },
        { path: '/user_profile', name: 'profile', title: title('Profile') },
      ],
      menuItems: [
        { sidebar: 'administration', path: newUser, label: title('Users'), requires: { role } },
        { sidebar: 'project', path: '/project', label: title('Members'), requires: { role } },
      ],
    }),
  },
];
const start = () => testConsole(PLUGINS, [], { mountFrame });
const supports = (name: string) => () => Response.json({ features: [{ name, supported: true }] });
const FEATURES = 'GET /ui/api/v1/system/features';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(endConsole);

describe('the menus of the header', () => {
  it('offer an administrator the create items that have a page, also by keyboard [shell-08]', async () => {
    testServer('/packages', ADMIN);
    await start();
    (await screen.findByRole('button', { name: 'Create' })).focus();
    await userEvent.keyboard('{Enter}');
    const item = await screen.findByRole('menuitem', { name: 'New User' }, FIRST_MENU);
    expect(item.getAttribute('href')).toBe(`/ui${newUser}`);
    expect(screen.getAllByRole('menuitem')).toHaveLength(1);
  });

  it.each([
    ['/set-me-up', 'Set Me Up'],
    ['/quick-setup', 'Quick Repository Creation'],
    ['/packages', undefined],
  ])('mark the item whose screen is visible at %s: %s [mfe-08]', async (place, expected) => {
    const server = testServer(place, ADMIN);
    server.footer = { ...FOOTER, features: [{ name: 'COMMON.NEW_SET_ME_UP', supported: true }] };
    const setMeUp = { path: '/set-me-up', name: 'setMeUp', title: title('Set Me Up') };
    const quickSetup = { path: '/quick-setup', name: 'quickSetup', title: title('Quick setup') };
    const onboarding = tinyPlugin('onboarding', { routes: [setMeUp, quickSetup], menuItems: [] });
    await testConsole([...PLUGINS, { definition: onboarding }], [], { mountFrame });
    await userEvent.click(await screen.findByRole('button', { name: 'Create' }));
    await screen.findByRole('menuitem', { name: 'Set Me Up' }, FIRST_MENU);
    const marked = screen.getAllByRole('menuitem').filter((item) => item.hasAttribute('aria-current'));
    expect(marked.map(({ textContent }) => textContent)).toEqual(expected === undefined ? [] : [expected]);
  });

  it('offer a user nothing to create', async () => {
    testServer('/packages');
    await start();
    await screen.findByRole('button', { name: 'User ada' });
    expect(screen.queryByRole('button', { name: 'Create' })).toBeNull();
  });

  it('have Edit Profile before Logout when the profile-password rule holds [shell-06]', async () => {
    testServer('/packages', { ...ADA, requireProfilePassword: true });
    await start();
    await userEvent.click(await screen.findByRole('button', { name: 'User ada' }));
    await screen.findByRole('menuitem', { name: 'Logout' }, FIRST_MENU);
    const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    expect(items.slice(-2)).toEqual(['Edit Profile', 'Logout']);
  });

  it('switch to the classic interface, which shows both sidebars, and back [shell-17]', async () => {
    testServer('/packages', ADMIN).answers.set(FEATURES, supports('COMMON.NAVIGATION_SWITCH'));
    await start();
    await userEvent.click(await screen.findByRole('button', { name: 'User ada' }));
    await choose('Switch to Classic UI');
    expect(screen.getByRole('navigation', { name: 'Application' })).toBeTruthy();
    expect(screen.getByRole('navigation', { name: 'Administration' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'User ada' }));
    await choose('Switch to New UI (Beta)');
    expect(screen.queryByRole('navigation', { name: 'Administration' })).toBeNull();
  });
});

describe('a selected project', () => {
  it('replaces the administration with its settings [shell-03]', async () => {
    localStorage.setItem('lading.shell.project.ada', 'dflt');
    testServer('/packages', ADMIN);
    await start();
    expect(await screen.findByRole('button', { name: 'Project settings' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Administration' })).toBeNull();
  });
});

describe('the logo', () => {
  it('shows the edition of the license type [shell-09]', async () => {
    testServer('/packages').footer = { ...FOOTER, licenseInfo: { type: 'JCR' } };
    await start();
    const home = await within(await screen.findByRole('banner')).findByRole('link', { name: 'Home' });
    expect(home.textContent).toBe('Lading Container Registry');
  });
});

describe('the message of the administrators', () => {
  it('is shown below the header as plain text', async () => {
    testServer('/packages').footer = { ...FOOTER, systemMessage: 'Closed on <b>Sunday</b>' };
    await start();
    const note = await screen.findByRole('complementary', { name: 'Message from the administrators' });
    expect(note.textContent).toBe('Closed on <b>Sunday</b>');
  });

  it('is hidden if it is empty', async () => {
    testServer('/packages');
    await start();
    await screen.findByRole('banner');
    expect(screen.queryByRole('complementary')).toBeNull();
  });
});

describe('the shell’s own pages', () => {
  it('show only the word Overview at /overview [route-02]', async () => {
    testServer('/overview');
    await start();
    await screen.findByRole('heading', { name: 'Overview' });
    expect(document.getElementById('lading-content')?.textContent).toBe('Overview');
  });

  it('show the ID of the rejected request [route-06]', async () => {
    testServer('/406/r%C3%A9q-1');
    await start();
    expect(await screen.findByText('réq-1')).toBeTruthy();
  });

  it('show an administrator the license page without a license [guard-05]', async () => {
    const { licenseInfo: _none, ...footer } = FOOTER;
    const server = testServer('/packages', ADMIN);
    server.footer = footer;
    server.answers.set('GET /artifactory/api/system/license', () =>
      Response.json({ type: 'N/A', validThrough: '', licensedTo: '', from: 'setting' }),
    );
    await start();
    expect(await screen.findByText('N/A')).toBeTruthy();
    expect(location.pathname).toBe('/ui/admin/license_management/licenses');
  });
});
