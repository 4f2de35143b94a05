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
});

describe('“Why can’t I see this?” of a user', () => {
  const OWN = 'GET /ui/api/v1/ui/access_requests/own';
  const request = (id: string, more: object = {}) => ({
    ...{ id, repository: 'secret', path: 'a/b.txt', action: 'read', reason: '', state: 'open', answer: '' },
    ...{ created: '2026-01-01T10:00:00Z', decided: null },
    ...more,
  });

  it('explains hidden pages in words, without internal codes', async () => {
    const made = testServer('/why?path=/admin/scans');
    made.answers.set(OWN, () => Response.json({ requests: [] }));
    await start();
    expect(
      (await screen.findByText('You cannot open /admin/scans. It is available to administrators only.')).role,
    ).toBe('status');
    await userEvent.click(await screen.findByText(/pages that you do not see/));
    expect(words(await row(/^Scans/))).toEqual(['Scans', 'It is available to administrators only.']);
    expect(document.body.textContent).not.toMatch(/COMMON|shell-0/);
    expect(made.calls.filter((call) => call.includes('/access/users/'))).toEqual([]);
  });

  it('asks for access, shows the state of requests, and withdraws one', async () => {
    const made = testServer('/why?repository=secret&file=a%2Fb.txt&reason=for+the+build');
    let stored = [
      request('1', { state: 'declined', repository: 'old', path: '', answer: 'Ask <b>Rosa</b>' }),
    ];
    let sent: unknown;
    made.answers.set(OWN, () => Response.json({ requests: stored }));
    made.answers.set('POST /ui/api/v1/ui/access_requests', ({ body }) => {
      sent = JSON.parse(body);
      stored = [request('2'), ...stored];
      return Response.json(request('2'), { status: 201 });
    });
    made.answers.set('DELETE /ui/api/v1/ui/access_requests/2', () => {
      stored = stored.slice(1);
      return new Response(null, { status: 204 });
    });
    await start();
    expect(await screen.findByText('Answer: Ask <b>Rosa</b>')).toBeTruthy();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Permission' }), 'Read and deploy');
    await userEvent.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText('Read: secret/a/b.txt')).toBeTruthy();
    expect(sent).toEqual({
      ...{ repository: 'secret', path: 'a/b.txt', action: 'deploy', reason: 'for the build' },
    });
    expect(location.search).toBe('');
    await userEvent.click(screen.getByRole('button', { name: 'Withdraw the request for secret/a/b.txt' }));
    await waitFor(() => expect(screen.queryByText('Read: secret/a/b.txt')).toBeNull());
  });

  it('reports what is wrong at the field, and the reason of the server', async () => {
    const made = testServer('/why');
    made.answers.set(OWN, () => failure(503, 'BUSY', 'Not now'));
    made.answers.set('POST /ui/api/v1/ui/access_requests', () =>
      failure(429, 'TOO_MANY', 'You have sent 10 requests in 24 hours. Try again later'),
    );
    await start();
    await userEvent.type(await screen.findByRole('textbox', { name: /Repository/ }), '<b>');
    await userEvent.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText(/Enter the key of a repository/)).toBeTruthy();
    await userEvent.clear(screen.getByRole('textbox', { name: /Repository/ }));
    await userEvent.type(screen.getByRole('textbox', { name: /Repository/ }), 'secret');
    await userEvent.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText(/You have sent 10 requests/)).toBeTruthy();
    expect(screen.queryByText('You have not asked for access.')).toBeNull();
  });

  it('is in the help menu, and linked when a page is denied', async () => {
    const made = testServer('/packages');
    made.answers.set(OWN, () => Response.json({ requests: [] }));
    await start();
    await userEvent.click(await screen.findByRole('button', { name: 'Help' }));
    expect(await screen.findByRole('menuitem', { name: 'Why can’t I see this?' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Diagnostics' })).toBeNull();
    history.pushState({}, '', '/ui/admin/users');
    await userEvent.click(await screen.findByRole('button', { name: 'Why?' }));
    await waitFor(() => expect(location.pathname + location.search).toBe('/ui/why?path=%2Fadmin%2Fusers'));
    expect(await screen.findByText(/You cannot open \/admin\/users/)).toBeTruthy();
  });
});
