import { HttpFailure } from '@lading/contract';
import type { WebServer } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { HTTP_SETTINGS } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { HttpSettingsPage } from './HttpSettingsPage.tsx';

const CALL = '/artifactory/api/system/configuration/webServer';
const saved: WebServer = {
  ...{
    key: 'nginx',
    webServerType: 'NGINX',
    serverName: 'packages.example.org',
    useHttp: false,
    useHttps: true,
  },
  ...{
    httpPort: 80,
    httpsPort: 443,
    sslKey: '',
    sslCertificate: '',
    backendHost: '127.0.0.1',
    backendPort: 8082,
  },
  ...{ dockerReverseProxyMethod: 'REPOPATHPREFIX', reverseProxyRepositories: [] },
};
const open = (prepare: (shell: FakeShell) => void = () => {}) =>
  openAt(HTTP_SETTINGS, HTTP_SETTINGS, HttpSettingsPage, (shell) => {
    shell.http.on(`GET ${CALL}`, saved);
    shell.http.on(`POST ${CALL}/preview`, ({ options }: { options: { body?: unknown } }) => {
      const { serverName, webServerType } = options.body as WebServer;
      return { fileName: 'lading.conf', configuration: `# for ${serverName} by ${webServerType}\n` };
    });
    prepare(shell);
  });
const bodies = ({ http }: FakeShell, path: string) =>
  http.calls
    .filter((call) => call.method === 'POST' && call.path === path)
    .map(({ options }) => options.body);

describe('the HTTP settings', () => {
  it('start with the URL of this page, and the usual ports [prox-02]', async () => {
    open(({ http }) => {
      http.on(`GET ${CALL}`, () => {
        throw new HttpFailure(404, 'No reverse-proxy settings are saved', 'NO_WEB_SERVER');
      });
      http.on('GET /ui/api/v1/ui/setMeUp/reverseProxyData', {
        ...{ serverName: 'localhost', useHttp: true, useHttps: false, httpPort: 8082, httpsPort: 443 },
        ...{ dockerReverseProxyMethod: 'REPOPATHPREFIX', reverseProxyRepositories: [] },
      });
    });
    expect((await screen.findByLabelText(/^Public server name/)).getAttribute('value')).toBe('localhost');
    expect(screen.getByLabelText(/^HTTP port/).getAttribute('value')).toBe('80');
    await userEvent.click(screen.getByLabelText('Use HTTPS'));
    expect(screen.getByLabelText(/^HTTPS port/).getAttribute('value')).toBe('443');
  });

  it('show the configuration for the values of the form, to copy and to download [prox-02]', async () => {
    open();
    expect(await screen.findByText(/# for packages\.example\.org by NGINX/)).toBeTruthy();
    expect(screen.getByRole('link', { name: /Download/ }).getAttribute('download')).toBe('lading.conf');
    await userEvent.selectOptions(screen.getByLabelText('Web server'), 'HAProxy');
    expect(await screen.findByText(/by HAPROXY/)).toBeTruthy();
    await userEvent.clear(screen.getByLabelText(/^Public server name/));
    await userEvent.type(screen.getByLabelText(/^Public server name/), 'a b');
    expect(screen.getByText('Correct the form to see the configuration.')).toBeTruthy();
  });

  it('are saved with a port for each Docker repository [prox-02]', async () => {
    const shell = open(({ http }) => void http.on(`POST ${CALL}`, saved));
    await userEvent.selectOptions(
      await screen.findByLabelText('Docker access method'),
      'Port per repository: packages.example.org:5001/image',
    );
    const ports = screen.getByLabelText(/^Ports of Docker repositories/);
    await userEvent.type(ports, 'docker-local');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findAllByText(/"docker-local" is not a repository key and a port/)).length).toBe(1);
    await userEvent.type(ports, ' 5001');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(bodies(shell, CALL)).toHaveLength(1));
    expect(bodies(shell, CALL)[0]).toMatchObject({
      dockerReverseProxyMethod: 'PORTPERREPO',
      reverseProxyRepositories: [{ repoRef: 'docker-local', port: 5001 }],
      httpsPort: 443,
      backendPort: 8082,
    });
  });

  it('reject paths that would break out of the configuration, before they are sent', async () => {
    const shell = open();
    await userEvent.type(await screen.findByLabelText(/^Certificate path/), '/a;include x');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findAllByText(/An absolute path of letters/)).length).toBe(1);
    expect(bodies(shell, CALL)).toEqual([]);
  });

  it('say why there is no configuration, with Retry', async () => {
    let broken = true;
    open(({ http }) =>
      http.on(`POST ${CALL}/preview`, () => {
        if (broken) throw new HttpFailure(503, 'The database is not responding.');
        return { fileName: 'lading.conf', configuration: '# all good' };
      }),
    );
    expect((await screen.findByRole('alert')).textContent).toContain('The database is not responding.');
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('# all good')).toBeTruthy();
  });
});
