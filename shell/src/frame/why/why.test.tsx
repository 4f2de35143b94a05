import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mountFrame } from '../../frame.tsx';
import { modalDialogs } from '../../testing/modalDialogs.ts';
import { ADA, endConsole, failure, testConsole, testServer, tinyPlugin } from '../../testing/testConsole.ts';

const ADMIN = { ...ADA, name: 'root', admin: true };
const title = (text: string) => ({ id: text, text });
const admin = 'admin' as const;
const consoleOf = (name: string) => `GET /ui/api/v1/access/users/${name}/console`;

function server(path: string) {
  const made = testServer(path, ADMIN);
  made.answers.set('GET /access/api/v2/users', () =>
    Response.json({ users: [{ username: 'ada' }, { username: 'root' }] }),
  );
  made.answers.set(consoleOf('root'), () => Response.json(ADMIN));
  made.answers.set(consoleOf('ada'), () => Response.json(ADA));
  return made;
}

const start = () =>
  testConsole(
    [
      { definition: tinyPlugin('packages') },
      {
        definition: tinyPlugin('admin', {
          routes: [
            { path: '/admin/users', name: 'users', title: title('Users'), requires: { role: admin } },
            { path: '/admin/scans', name: 'scans', title: title('Scans'), requires: { role: admin } },
          ],
          menuItems: [
            {
              sidebar: 'administration',
              path: '/admin/users',
              label: title('Users'),
              requires: { role: admin },
            },
            {
              sidebar: 'administration',
              path: '/admin/scans',
              label: title('Scans'),
              requires: { role: admin, features: ['COMMON.SCANS'] },
            },
          ],
        }),
      },
    ],
    [],
    { mountFrame },
  );
const row = async (name: RegExp) => within(await screen.findByRole('row', { name })).getAllByRole('cell');
const words = (cells: HTMLElement[]) => cells.map(({ textContent }) => textContent);

beforeEach(() => {
  modalDialogs();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(endConsole);

describe('“Why can’t I see this?”', () => {
  it('shows administrators the rule that hides an item, and its row [shell-04]', async () => {
    server('/why');
    await start();
    expect(words(await row(/Scans Administration/))).toEqual([
      'Scans',
      'Administration',
      '/admin/scans',
      'Hidden',
      'It requires the feature COMMON.SCANS.',
      'features (shell-07)',
    ]);
    expect(screen.queryByRole('row', { name: /Users Administration/ })).toBeNull();
  });

  it('evaluates the rules for a selected user and a URL', async () => {
    server('/why?path=/admin/users');
    await start();
    expect((await screen.findByText('root can open /admin/users.')).getAttribute('role')).toBe('status');
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'User' }), 'ada');
    expect(words(await row(/Users Administration/)).slice(3)).toEqual([
      'Hidden',
      'It is available to administrators only.',
      'role (shell-04)',
    ]);
    expect(
      screen.getByText(
        'ada is redirected from /admin/users to /packages: You are not authorized to view this page',
      ),
    ).toBeTruthy();
    expect(location.search).toContain('user=ada');
  });

  it('reports a failed request, and retries', async () => {
    const made = server('/why?user=grace');
    made.answers.set(consoleOf('grace'), () => failure(404, 'USER_NOT_FOUND', 'User grace not found'));
    await start();
    expect(await screen.findByText('User grace not found')).toBeTruthy();
    made.answers.set(consoleOf('grace'), () => Response.json({ ...ADA, name: 'grace' }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await row(/Users Administration/)).toBeTruthy();
  });

  it('is linked from hidden entries of the palette', async () => {
    server('/packages');
    await start();
    await screen.findByRole('banner');
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Show hidden' }));
    await userEvent.type(screen.getByRole('combobox'), 'scans');
    await userEvent.click(
      await screen.findByRole('option', { name: 'Scans, It requires the feature COMMON.SCANS.' }),
    );
    await waitFor(() => expect(location.pathname + location.search).toBe('/ui/why?path=%2Fadmin%2Fscans'));
    expect(await screen.findByText(/root cannot open \/admin\/scans/)).toBeTruthy();
  });

  it('is linked when an administrator is denied a page', async () => {
    server('/packages');
    await start();
    await screen.findByRole('banner');
    history.pushState({}, '', '/ui/admin/scans');
    const said = await screen.findByText('This page is not available. It requires the feature COMMON.SCANS.');
    await userEvent.click(within(said.parentElement as HTMLElement).getByRole('button', { name: 'Why?' }));
    await waitFor(() => expect(location.pathname + location.search).toBe('/ui/why?path=%2Fadmin%2Fscans'));
  });

  it('is for administrators', async () => {
    testServer('/why');
    await start();
    await screen.findByRole('banner');
    expect(location.pathname).toBe('/ui/packages');
  });
});
