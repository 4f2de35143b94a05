import { HttpFailure } from '@lading/contract';
import type { PluginBackendDetails } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { PLUGINS } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { BackendList } from './BackendList.tsx';
import { BackendPage } from './BackendPage.tsx';

const CALL = '/ui/api/v1/lading/plugins/backends';
const tide: PluginBackendDetails = {
  ...{ specifier: '@lading/plugin-tide', plugin: 'tide', backend: 'levels', about: 'Water levels' },
  declared: [{ methods: ['GET', 'POST'], path: '/levels' }],
  state: 'new',
};
const saved: PluginBackendDetails = {
  ...tide,
  state: 'changed',
  settings: {
    ...{ url: 'https://tide.example.com/api', auth: 'bearer', username: '', hasSecret: true },
    ...{ allowPrivate: false, access: 'users', sendUser: false, changed: '2026-11-28T10:00:00Z' },
    ...{ changedBy: 'admin', calls: [{ methods: ['GET'], path: '/levels' }] },
    declared: [{ methods: ['GET'], path: '/levels' }],
  },
};
const openPage = (backend: PluginBackendDetails, prepare: (shell: FakeShell) => void = () => {}) =>
  openAt(`${PLUGINS}/backends/tide/levels`, `${PLUGINS}/backends/:plugin/:backend`, BackendPage, (shell) => {
    shell.http.on(`GET ${CALL}`, { backends: [backend] });
    shell.http.on(`PUT ${CALL}`, undefined);
    prepare(shell);
  });
const sent = ({ http }: FakeShell, method: string) =>
  http.calls.filter((call) => call.method === method).map(({ options }) => options.body ?? options.query);

describe('the form of a backend', () => {
  it('allows the calls that stay selected, with credentials', async () => {
    const shell = openPage(tide);
    await userEvent.type(await screen.findByLabelText(/^URL/), 'https://tide.example.com/api');
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'bearer');
    await userEvent.click(screen.getByRole('button', { name: 'Allow' }));
    expect(sent(shell, 'PUT')).toEqual([]);
    await userEvent.type(screen.getByLabelText(/^Token/), 'abc');
    await userEvent.click(screen.getByRole('checkbox', { name: 'POST /levels' }));
    await userEvent.click(screen.getByRole('button', { name: 'Allow' }));
    await waitFor(() =>
      expect(sent(shell, 'PUT')).toEqual([
        {
          ...{ specifier: tide.specifier, backend: 'levels', url: 'https://tide.example.com/api' },
          ...{ auth: 'bearer', username: '', secret: 'abc', allowPrivate: false, access: 'users' },
          ...{ sendUser: false, calls: [{ methods: ['GET'], path: '/levels' }] },
        },
      ]),
    );
  });

  it('marks calls that were declared since, and leaves them denied', async () => {
    openPage(saved);
    const added = await screen.findByRole('checkbox', { name: 'POST /levels' });
    expect(added).toHaveProperty('checked', false);
    expect(screen.getByText(/^Declared since the last change/)).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'GET /levels' })).toHaveProperty('checked', true);
  });

  it('does not mark calls that an administrator denied', async () => {
    const { settings, ...rest } = saved;
    openPage({
      ...rest,
      state: 'allowed',
      ...(settings ? { settings: { ...settings, declared: tide.declared } } : {}),
    });
    expect(await screen.findByRole('checkbox', { name: 'POST /levels' })).toHaveProperty('checked', false);
    expect(screen.queryByText(/^Declared since the last change/)).toBeNull();
  });

  it('keeps the secret, but not for another host', async () => {
    const shell = openPage(saved);
    const url = await screen.findByLabelText(/^URL/);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Send the user name' }));
    await userEvent.clear(url);
    await userEvent.type(url, 'https://other.example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findAllByText(/^The stored secret is for another host/)).length).toBeGreaterThan(0);
    expect(sent(shell, 'PUT')).toEqual([]);
  });

  it('says that no plugin declares it', async () => {
    openPage({ ...tide, plugin: 'other' });
    expect(await screen.findByText(/No plugin in use declares this backend/)).toBeTruthy();
  });
});

describe('the list of backends', () => {
  const open = (prepare: (shell: FakeShell) => void) =>
    openAt(`${PLUGINS}?tab=backends`, PLUGINS, BackendList, prepare);

  it('shows the state and deletes settings', async () => {
    const shell = open(({ http, modals }) => {
      http.on(`GET ${CALL}`, { backends: [saved] });
      http.on(`DELETE ${CALL}`, undefined);
      modals.answer = true;
    });
    const link = await screen.findByRole('link', { name: 'levels' });
    expect(link.getAttribute('href')).toBe('/ui/admin/configuration/plugins/backends/tide/levels');
    expect(link.closest('[role=row]')?.textContent).toContain('Calls changed');
    await userEvent.click(screen.getByRole('button', { name: 'Delete settings of levels' }));
    await waitFor(() =>
      expect(sent(shell, 'DELETE')).toEqual([{ specifier: tide.specifier, backend: 'levels' }]),
    );
  });

  it('says why settings were not deleted', async () => {
    const shell = open(({ http, modals }) => {
      http.on(`GET ${CALL}`, { backends: [{ ...saved, plugin: '', state: 'unused' }] });
      http.on(`DELETE ${CALL}`, () => {
        throw new HttpFailure(500, 'The database is down');
      });
      modals.answer = true;
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete settings of levels' }));
    await waitFor(() => expect(JSON.stringify(shell.notifications)).toContain('The database is down'));
  });
});
