import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openAt } from '../testing/openAt.ts';
import { RepositoryPage } from './RepositoryPage.tsx';

const CALL = '/artifactory/api/repositories';
const remote = {
  key: 'far',
  rclass: 'remote',
  packageType: 'maven',
  url: 'https://maven.example/releases',
  username: 'rosa',
  hasPassword: true,
};

function open(address: string, route: string, configuration: object) {
  return openAt(address, route, RepositoryPage, ({ http }: FakeShell) => {
    http.on(`GET ${CALL}`, []);
    http.on('GET /ui/api/v1/ui/packages/available', {
      packageTypes: ['maven', 'docker'].map((type) => ({
        type,
        displayName: type,
        classes: ['local', 'remote', 'virtual'],
      })),
    });
    http.on('GET /access/api/v1/projects', []);
    http.on('GET /access/api/v1/environments', []);
    http.on(`GET ${CALL}/far`, configuration);
    http.on(`POST ${CALL}/far`, configuration);
    http.on(`PUT ${CALL}/far`, configuration);
  });
}
const openNew = () => open('/admin/repositories/remote/new', '/admin/repositories/remote/new', remote);
const openOld = (configuration: object = remote) =>
  open('/admin/repositories/remote/edit/far', '/admin/repositories/:type/edit/:key', configuration);
const sent = ({ http }: FakeShell) => http.calls.find(({ method }) => method !== 'GET')?.options.body;
const save = (name = 'Save') => userEvent.click(screen.getByRole('button', { name }));
const signIn = (how: string) => userEvent.selectOptions(screen.getByLabelText('Authentication'), how);

describe('the credentials that a remote repository sends to its upstream', () => {
  it('is a user name and a password, which both have to be there', async () => {
    const shell = openNew();
    await userEvent.type(await screen.findByLabelText(/^Repository key/), 'far');
    await userEvent.type(screen.getByLabelText(/^URL/), 'https://maven.example/releases');
    await signIn('User name and password');
    await save('Create Repository');
    expect((await screen.findAllByText(/This field is mandatory/)).length).toBeGreaterThan(0);
    await userEvent.type(screen.getByLabelText(/^User name/), 'rosa');
    await userEvent.type(screen.getByLabelText(/^Password/), 'swordfish');
    await save('Create Repository');
    await waitFor(() => expect(sent(shell)).toMatchObject({ username: 'rosa', password: 'swordfish' }));
    expect(sent(shell)).not.toHaveProperty('token');
  });

  it('stays without being typed again, unless the host becomes another', async () => {
    const shell = openOld();
    expect(await screen.findByDisplayValue('rosa')).toBeTruthy();
    expect(screen.getByLabelText(/^Password/)).toHaveProperty('value', '');
    expect(screen.getByText(/A value is saved\. Leave blank to keep it\./)).toBeTruthy();
    const url = screen.getByRole('textbox', { name: /^URL/ });
    await userEvent.clear(url);
    await userEvent.type(url, 'https://other.example/');
    expect(screen.queryByText(/A value is saved/)).toBeNull();
    await save();
    expect((await screen.findByRole('alert')).textContent).toBe('This field is mandatory');
    await userEvent.clear(url);
    await userEvent.type(url, 'https://maven.example/all');
    await save();
    await waitFor(() =>
      expect(sent(shell)).toMatchObject({ url: 'https://maven.example/all', username: 'rosa' }),
    );
    expect(sent(shell)).not.toHaveProperty('password');
  });

  it('is removed', async () => {
    const shell = openOld();
    await screen.findByDisplayValue('rosa');
    await signIn('None');
    await save();
    await waitFor(() => expect(sent(shell)).toMatchObject({ username: '', password: '', token: '' }));
  });

  it('is a token, and of images the service that gives them', async () => {
    const shell = openOld({ ...remote, packageType: 'docker', username: undefined, hasPassword: undefined });
    await waitFor(() => expect(screen.getByLabelText('Authentication')).toBeTruthy());
    await signIn('Token');
    await userEvent.type(screen.getByLabelText(/^Token\b(?! service)/), 'abc.def');
    await userEvent.type(screen.getByLabelText(/^Token service/), 'https://auth.example');
    await save();
    await waitFor(() =>
      expect(sent(shell)).toMatchObject({ token: 'abc.def', tokenService: 'https://auth.example' }),
    );
  });
});

describe('trying an upstream', () => {
  it("shows the upstream's response to the values of the form, saved or not", async () => {
    const shell = openOld();
    shell.http.on(`POST ${CALL}/far/test`, {
      ok: false,
      status: 401,
      url: 'https://maven.example/releases',
      message: 'The upstream rejected these credentials: 401 Unauthorized',
    });
    await userEvent.type(await screen.findByLabelText(/^Password/), 'new one');
    await userEvent.click(screen.getByRole('button', { name: 'Test' }));
    expect(await screen.findByText('The upstream rejected these credentials: 401 Unauthorized')).toBeTruthy();
    expect(screen.getByText('Requested: https://maven.example/releases')).toBeTruthy();
    expect(sent(shell)).toMatchObject({ username: 'rosa', password: 'new one' });
    // The result applies to the tested values: it is hidden when they change.
    await userEvent.type(screen.getByLabelText(/^Password/), '!');
    expect(screen.queryByText(/The upstream rejected these credentials/)).toBeNull();
  });

  it('shows why the upstream could not be tested', async () => {
    openOld();
    await screen.findByDisplayValue('rosa');
    await userEvent.click(screen.getByRole('button', { name: 'Test' }));
    expect(await screen.findByText(/^Failed to run the test: /)).toBeTruthy();
  });
});
