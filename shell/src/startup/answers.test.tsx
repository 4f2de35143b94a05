import type { ShellApi } from '@lading/contract';
import { screen, waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { mountFrame } from '../frame.tsx';
import {
  ADA,
  endConsole,
  FOOTER,
  failure,
  testConsole,
  testServer,
  tinyPlugin,
} from '../testing/testConsole.ts';

const UI = '/ui/api/v1';
const ENTITLEMENTS = `GET ${UI}/system/entitlements`;
const PERMISSIONS = `GET ${UI}/system/securityPermissions`;
const PACKAGE_TYPES = `GET ${UI}/ui/packages/available`;
const title = (text: string) => ({ id: text, text });
const requires = {
  services: ['xray'],
  entitlements: ['security_scanning'],
  scanning: ['readIssues'],
} as const;
const NEW = ['local', 'remote', 'virtual'].map((name) => `/admin/repositories/${name}/new`);

let api: ShellApi | undefined;
const scanning = tinyPlugin('scanning', {
  routes: [{ path: '/violations', name: 'violations', title: title('Violations'), requires }],
  menuItems: [{ sidebar: 'application', path: '/violations', label: title('Violations'), requires }],
  mainApplicationRequests: [
    {
      name: 'shell',
      run: async (shell) => {
        api = shell;
      },
    },
  ],
});
const admin = tinyPlugin('admin', {
  routes: NEW.map((path) => ({ path, name: path, title: title(path), requires: { role: 'admin' } as const })),
  menuItems: [],
});

const entitled = (is: boolean) => () =>
  Response.json({ entitlements: [{ name: 'security_scanning', entitled: is }] });
const permitted = (readIssues: boolean) => () => Response.json({ readIssues });
const broken = () => failure(503, 'BUSY', 'try later');

function server(path = '/packages', user: Parameters<typeof testServer>[1] = ADA) {
  const made = testServer(path, user);
  made.answers.set(`GET ${UI}/system/microservices`, () =>
    Response.json({ services: [{ name: 'xray', available: true }] }),
  );
  made.answers.set(ENTITLEMENTS, entitled(true));
  made.answers.set(PERMISSIONS, permitted(true));
  return made;
}
const start = () =>
  testConsole(
    [tinyPlugin('packages'), scanning, admin].map((definition) => ({ definition })),
    [],
    { mountFrame },
    {},
    20,
  );
const asked = (calls: readonly string[], call: string) => calls.filter((each) => each === call).length;
/** Waits until all startup calls have responses; the last of them belongs to the second wave. */
const settled = async ({ calls }: { calls: readonly string[] }) => {
  await screen.findByRole('link', { name: 'PACKAGES' });
  await waitFor(() => expect([asked(calls, ENTITLEMENTS), asked(calls, PERMISSIONS)]).toEqual([1, 1]));
};
const item = () => screen.queryByRole('link', { name: 'Violations' });

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(endConsole);

describe('license entitlements and scan permissions', () => {
  it('show their menu items [shell-15] [shell-16]', async () => {
    server();
    await start();
    expect(await screen.findByRole('link', { name: 'Violations' })).toBeTruthy();
  });

  it('hide a menu item that the license does not include [shell-15]', async () => {
    const made = server();
    made.answers.set(ENTITLEMENTS, entitled(false));
    await start();
    await settled(made);
    await waitFor(() => expect(item()).toBeNull());
  });

  it('hide a menu item without the permission [shell-16]', async () => {
    const made = server();
    made.answers.set(PERMISSIONS, permitted(false));
    await start();
    await settled(made);
    await waitFor(() => expect(item()).toBeNull());
  });

  it.each([
    ['license', ENTITLEMENTS],
    ['permissions', PERMISSIONS],
  ])('are in the menu where the %s could not be fetched: unknown is not none', async (_what, call) => {
    server().answers.set(call, broken);
    await start();
    expect(await screen.findByRole('link', { name: 'Violations' })).toBeTruthy();
  });

  it('name the license on a page that it does not include [guard-06]', async () => {
    server('/violations').answers.set(ENTITLEMENTS, entitled(false));
    await start();
    const words =
      'It requires a license that includes security_scanning. Administrators can install another license.';
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('deny a page without the permission [guard-06]', async () => {
    server('/violations').answers.set(PERMISSIONS, permitted(false));
    await start();
    expect(location.pathname).toBe('/ui/packages');
    expect(document.body.textContent).toContain('You are not authorized to view this page');
  });

  it('follow a changed license without a reload [shell-15]', async () => {
    const made = server();
    made.footer = { ...FOOTER, licenseInfo: { type: 'OSS' } };
    made.answers.set(ENTITLEMENTS, entitled(false));
    await start();
    await settled(made);
    made.footer = FOOTER;
    made.answers.set(ENTITLEMENTS, entitled(true));
    await api?.services.reload();
    expect(await screen.findByRole('link', { name: 'Violations' })).toBeTruthy();
  });
});

describe('the available package types', () => {
  // The first menu imports all of Fluent's menus, which takes a while on a busy machine.
  beforeAll(() => import('../frame/header/Menu.tsx'), 120_000);

  const created = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Create' }));
    await screen.findByRole('menuitem', { name: 'New Local Repository' });
    return screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  };

  it('determine which classes of repositories can be created [shell-15]', async () => {
    const made = server('/packages', { ...ADA, admin: true });
    made.answers.set(PACKAGE_TYPES, () =>
      Response.json({ packageTypes: [{ type: 'npm', displayName: 'npm', classes: ['local', 'remote'] }] }),
    );
    await start();
    await settled(made);
    expect(await created()).toEqual(['New Local Repository', 'New Remote Repository']);
  });

  it('hide nothing if they failed to load', async () => {
    const made = server('/packages', { ...ADA, admin: true });
    made.answers.set(PACKAGE_TYPES, broken);
    await start();
    await settled(made);
    expect(await created()).toEqual([
      'New Local Repository',
      'New Remote Repository',
      'New Virtual Repository',
    ]);
  });
});
