import { HttpFailure } from '@lading/contract';
import type { ProxyDetails } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { PROXIES } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { ProxyListPage } from './ProxyListPage.tsx';
import { ProxyPage } from './ProxyPage.tsx';

const CALL = '/ui/api/v1/ui/proxies';
const corporate: ProxyDetails = {
  ...{ key: 'corporate', host: 'proxy.example.org', port: 3128, username: 'lading', hasPassword: true },
  ...{ platformDefault: true, services: ['webhooks'], noProxy: ['10.0.0.0/8'], resolvesNames: false },
  usedBy: [],
};
const lab: ProxyDetails = { ...corporate, key: 'lab', platformDefault: false, services: [] };

const openList = (prepare: (shell: FakeShell) => void) => openAt(PROXIES, PROXIES, ProxyListPage, prepare);
const openOne = (name: string | undefined, prepare: (shell: FakeShell) => void = () => {}) => {
  const [path, route] = name === undefined ? ['new', 'new'] : [`edit/${name}`, 'edit/:proxyName'];
  return openAt(`${PROXIES}/${path}`, `${PROXIES}/${route}`, ProxyPage, (shell) => {
    shell.http.on(`GET ${CALL}/crud`, [corporate, lab]);
    if (name !== undefined) shell.http.on(`GET ${CALL}/crud/${name}`, name === 'lab' ? lab : corporate);
    prepare(shell);
  });
};
const sent = ({ http }: FakeShell) =>
  http.calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, options }) => [method, path, options.body]);

describe('the list of proxies', () => {
  it('shows the URL and the default scope of each proxy [prox-01]', async () => {
    openList(({ http }) => void http.on(`GET ${CALL}/crud`, [corporate, lab]));
    const link = await screen.findByRole('link', { name: 'corporate' });
    expect(link.getAttribute('href')).toBe('/ui/admin/proxies/configuration/edit/corporate');
    const row = link.closest('[role=row]')?.textContent;
    expect(row).toContain('proxy.example.org:3128');
    expect(row).toContain('All services, Webhooks');
  });

  it('lists the users of a proxy that cannot be deleted', async () => {
    const shell = openList(({ http }) => {
      http.on(`GET ${CALL}/crud`, [corporate]);
      http.on(`POST ${CALL}/deleteProxies`, () => {
        throw new HttpFailure(409, 'Proxy corporate is in use by repository npm-remote.');
      });
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: /corporate/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(sent(shell)).toEqual([['POST', `${CALL}/deleteProxies`, { proxyKeys: ['corporate'] }]]),
    );
    await waitFor(() =>
      expect(JSON.stringify(shell.notifications)).toContain('in use by repository npm-remote'),
    );
  });
});

describe('a proxy', () => {
  it('is created with its default scope [prox-01]', async () => {
    const shell = openOne(undefined, ({ http }) => void http.on(`POST ${CALL}/crud`, corporate));
    await userEvent.type(await screen.findByLabelText(/^Proxy key/), 'edge');
    await userEvent.type(screen.getByLabelText(/^Host/), 'edge.example.org');
    await userEvent.type(screen.getByLabelText(/^User name/), 'me');
    await userEvent.type(screen.getByLabelText(/^Password/), 'secret');
    await userEvent.click(screen.getByLabelText('Remote repositories'));
    await userEvent.type(screen.getByLabelText(/^Connect directly to/), 'example.org{Enter}10.0.0.0/8');
    await userEvent.click(screen.getByRole('button', { name: 'Create Proxy' }));
    await waitFor(() => expect(shell.navigation.place.pathname).toBe(PROXIES));
    const body = {
      ...{ key: 'edge', host: 'edge.example.org', port: 3128, username: 'me', password: 'secret' },
      ...{ platformDefault: false, services: ['repositories'], noProxy: ['example.org', '10.0.0.0/8'] },
      resolvesNames: false,
    };
    expect(sent(shell)).toEqual([['POST', `${CALL}/crud`, body]]);
  });

  it('keeps a password that is left blank, and asks for it again for another host [prox-01]', async () => {
    const shell = openOne('corporate', ({ http }) => void http.on(`PUT ${CALL}/crud/corporate`, corporate));
    const host = await screen.findByLabelText(/^Host/);
    expect(screen.getByText('Leave blank to keep the current password.')).toBeTruthy();
    await userEvent.type(host, '.net');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findAllByText(/Enter the password again/)).length).toBeGreaterThan(0);
    expect(sent(shell)).toEqual([]);
    await userEvent.clear(host);
    await userEvent.type(host, 'proxy.example.org');
    await userEvent.click(screen.getByLabelText('The proxy resolves host names'));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shell.navigation.place.pathname).toBe(PROXIES));
    const [[, , body] = []] = sent(shell);
    expect(body).not.toHaveProperty('password');
    expect(body).toMatchObject({ resolvesNames: true, services: ['webhooks'], platformDefault: true });
  });

  it('names the proxy that a default is taken from', async () => {
    openOne('lab');
    expect((await screen.findAllByText('Current default: corporate.')).length).toBe(2);
  });

  it('cannot be deleted while a repository uses it, and names the repository', async () => {
    openOne('corporate', ({ http }) => {
      http.on(`GET ${CALL}/crud/corporate`, {
        ...corporate,
        usedBy: [{ kind: 'repository', name: 'npm-remote' }],
      });
    });
    expect(await screen.findByText(/In use by npm-remote/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  it('is tested as it is in the form, saved or not [prox-01]', async () => {
    const message = 'Proxy new requires a user name and password (407)';
    const shell = openOne(
      undefined,
      ({ http }) => void http.on(`POST ${CALL}/test`, { outcome: 'proxy-credentials', message }),
    );
    await userEvent.type(await screen.findByLabelText(/^Host/), 'edge');
    await userEvent.click(screen.getByRole('button', { name: 'Test connection' }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(sent(shell)[0]?.[2]).toMatchObject({
      proxy: { key: 'new', host: 'edge', port: 3128 },
      url: 'https://example.com/',
    });
    await userEvent.type(screen.getByLabelText(/^Host/), '2');
    expect(screen.queryByText(message)).toBeNull();
  });
});
