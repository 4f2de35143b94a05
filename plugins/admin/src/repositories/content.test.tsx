import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { repositoriesPath } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { RepositoryPage } from './RepositoryPage.tsx';

const CALL = '/artifactory/api/repositories';
const PATH = `${CALL}/jars`;

function open(found: object) {
  const { rclass } = found as { rclass: 'local' | 'remote' };
  return openAt(
    `${repositoriesPath(rclass)}/edit/jars`,
    '/admin/repositories/:type/edit/:key',
    RepositoryPage,
    (shell: FakeShell) => {
      shell.http.on(`GET ${CALL}`, []);
      shell.http.on('GET /ui/api/v1/ui/packages/available', {
        packageTypes: [{ type: 'maven', displayName: 'Maven', classes: ['local', 'remote', 'virtual'] }],
      });
      shell.http.on('GET /access/api/v1/projects', []);
      shell.http.on('GET /access/api/v1/environments', []);
      shell.http.on('GET /ui/api/v1/ui/proxies/proxyKeys', { proxyKeys: [] });
      shell.http.on(`GET ${PATH}`, { key: 'jars', packageType: 'maven', ...found });
      shell.http.on(`POST ${PATH}`, undefined);
    },
  );
}
const sent = (shell: FakeShell) => shell.http.calls.find(({ method }) => method === 'POST')?.options.body;
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

it('changes what a local repository serves and accepts, and sends only that', async () => {
  const shell = open({ rclass: 'local', includesPattern: 'org/**', blackedOut: true });
  const includes = await screen.findByLabelText('Include patterns');
  expect(includes).toHaveProperty('value', 'org/**');
  await userEvent.type(includes, '{enter}com/acme/');
  await userEvent.click(screen.getByLabelText('Contains snapshots'));
  await userEvent.click(screen.getByLabelText('Read-only'));
  await userEvent.click(screen.getByLabelText('Black out'));
  await userEvent.click(screen.getByLabelText('Priority resolution'));
  await userEvent.type(screen.getByLabelText('Notes'), 'Ask Rosa');
  await save();
  await waitFor(() => expect(sent(shell)).toBeDefined());
  expect(sent(shell)).toMatchObject({
    includesPattern: 'org/**, com/acme/',
    handleSnapshots: false,
    readOnly: true,
    blackedOut: false,
    priorityResolution: true,
    notes: 'Ask Rosa',
  });
  expect(sent(shell)).not.toHaveProperty('excludesPattern');
  expect(sent(shell)).not.toHaveProperty('handleReleases');
});

it('changes how a remote repository reaches and caches its upstream, and keeps its client key', async () => {
  const url = 'https://maven.example.org/';
  const shell = open({ rclass: 'remote', url, clientCertificate: 'PEM', hasClientKey: true });
  const key = await screen.findByLabelText('Private key of the client certificate');
  expect(key).toHaveProperty('value', '');
  expect(screen.getByText(/A value is saved. Leave blank to keep it/)).toBeDefined();
  const hours = screen.getByLabelText('Delete unused cached files after (hours)');
  await userEvent.clear(hours);
  await userEvent.type(hours, 'soon');
  await userEvent.tab();
  expect((await screen.findByRole('alert')).textContent).toBe('Enter a whole number from 0 to 100,000');
  await userEvent.clear(hours);
  await userEvent.type(hours, '720');
  await userEvent.click(screen.getByLabelText('Store files in the cache'));
  await userEvent.click(screen.getByLabelText('Reject HTML pages in place of files'));
  await userEvent.click(screen.getByLabelText('Fail if the upstream fails'));
  await save();
  await waitFor(() => expect(sent(shell)).toBeDefined());
  expect(sent(shell)).toMatchObject({
    unusedArtifactsCleanupPeriodHours: 720,
    storeArtifactsLocally: false,
    blockMismatchingMimeTypes: true,
    hardFail: true,
  });
  expect(sent(shell)).not.toHaveProperty('clientCertificate');
  expect(sent(shell)).not.toHaveProperty('clientKey');
});
