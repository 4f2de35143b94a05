import { HttpFailure } from '@lading/contract';
import type { ConnectionTest } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { INTEGRATIONS } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { CALL, scanned, tea, withGroups } from '../testing/samples.ts';
import { VendorPage } from '../vendor/VendorPage.tsx';

const passed: ConnectionTest = { user: 'octocat', scopes: ['repo'], sample: ['octocat/tea'] };
const route = `${INTEGRATIONS}/:vendorName`;
const open = (prepare: (shell: FakeShell) => void = () => {}) =>
  openAt(`${INTEGRATIONS}/github`, route, VendorPage, (shell) => {
    withGroups(shell);
    prepare(shell);
  });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const create = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create' });
const fill = async () => {
  await press('Connect GitHub');
  await userEvent.type(screen.getByLabelText(/^Integration name/), 'Tea');
  await userEvent.type(screen.getByLabelText(/^User name/), 'octocat');
  await userEvent.type(screen.getByLabelText(/^Token/), 'ghp_x');
};
const sent = ({ http }: FakeShell) =>
  http.calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, options }) => [method, path, options.body]);
const noticed = ({ notifications }: FakeShell) => notifications.shown.map(({ text }) => text);
const form = {
  ...{ userName: 'octocat', integrationName: 'Tea', url: 'https://github.com', allowPrivate: false },
  ...{ vendorName: 1, integrationType: 1 },
};

describe('a connection to a Git server', () => {
  it('is tested, created, connected to a service, and links to the scanning flow [intg-02] [intg-05] [intg-06] [intg-10]', async () => {
    const shell = open(({ http }) => {
      http.on(`POST ${CALL}/test`, passed);
      http.on(`POST ${CALL}`, 'tea');
      http.on(`PUT ${CALL}/tea`, undefined);
    });
    await fill();
    expect(create().disabled).toBe(true);
    await press('Test connection');
    expect((await screen.findByRole('region', { name: 'Connection test passed' })).textContent).toContain(
      'octocat/tea',
    );
    expect(create().disabled).toBe(false);
    await userEvent.click(create());
    expect(await screen.findByRole('dialog', { name: 'Select a service for Tea' })).toBeTruthy();
    expect(noticed(shell)).toContain('Successfully created tea');
    await press('Continue');
    await waitFor(() => expect(shell.navigation.place.pathname).toBe('/integrations/git-scanning'));
    expect(shell.navigation.place.search).toBe('?vcsType=github&integrationId=tea');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent(shell)).toEqual([
      ['POST', `${CALL}/test`, { ...form, token: 'ghp_x' }],
      ['POST', CALL, { ...form, token: 'ghp_x' }],
      ['PUT', `${CALL}/tea`, { ...form, integrationKey: 'tea', products: ['xray'] }],
    ]);
  });

  it('cannot be created until a test of the same values passes [intg-06]', async () => {
    const shell = open(({ http }) => {
      http.on(`POST ${CALL}/test`, () => {
        throw new HttpFailure(400, 'Connection test failed', 'CONNECTION_TEST_FAILED', {
          errors: [{ detail: 'GitHub rejected the credentials (401).' }],
        });
      });
    });
    await fill();
    await press('Test connection');
    expect(
      (await screen.findByText('GitHub rejected the credentials (401).')).closest('[role=alert]'),
    ).toBeTruthy();
    expect(noticed(shell)).toContain('Connection test failed, please check your credentials');
    expect(screen.getByRole('button', { name: 'Test connection' }).getAttribute('aria-busy')).toBeNull();
    expect(create().disabled).toBe(true);
    shell.http.on(`POST ${CALL}/test`, passed);
    await press('Test connection');
    await waitFor(() => expect(create().disabled).toBe(false));
    await userEvent.type(screen.getByLabelText(/^Token/), 'y');
    expect(create().disabled).toBe(true);
  });

  it('requires a user name, a token, and a name [intg-08]', async () => {
    open();
    await press('Connect GitHub');
    await press('Test connection');
    for (const text of ['User name is required', 'Token is required', 'Integration name is required']) {
      expect((await screen.findAllByText(new RegExp(text))).length).toBeGreaterThan(0);
    }
    expect(create().disabled).toBe(true);
  });

  it('is reset when the dialog is closed [intg-05]', async () => {
    open(({ http }) => void http.on(`POST ${CALL}/test`, passed));
    await fill();
    await press('Test connection');
    await screen.findByRole('region', { name: 'Connection test passed' });
    await press('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('Connect GitHub');
    expect(screen.getByLabelText<HTMLInputElement>(/^User name/).value).toBe('');
    expect(screen.queryByRole('region', { name: 'Connection test passed' })).toBeNull();
    expect(create().disabled).toBe(true);
  });

  it('shows why creating it failed [intg-10]', async () => {
    const shell = open(({ http }) => {
      http.on(`POST ${CALL}/test`, passed);
      http.on(`POST ${CALL}`, () => {
        throw new HttpFailure(503, 'The database does not answer.');
      });
    });
    await fill();
    await press('Test connection');
    await waitFor(() => expect(create().disabled).toBe(false));
    await userEvent.click(create());
    expect(await screen.findByText('The database does not answer.')).toBeTruthy();
    expect(noticed(shell)).toContain('Error while creating integration');
  });
});

describe('the connections of a vendor', () => {
  it('are listed with name, URL, products, and last change [intg-01] [intg-02]', async () => {
    open();
    const row = (await screen.findByRole('button', { name: 'Edit Tea' })).closest('[role=row]');
    expect(row?.textContent).toContain('https://github.com');
    expect(row?.textContent).toContain('Connect a service');
    expect(row?.querySelector('time')?.dateTime).toBe(tea.updatedOn);
  });

  it('link to the scanning flow by the service that uses them [intg-05]', async () => {
    openAt(`${INTEGRATIONS}/gitlab`, route, VendorPage, withGroups);
    const link = await screen.findByRole('link', { name: 'xray' });
    expect(link.getAttribute('href')).toContain(`integrationId=${scanned.integrationKey}`);
  });

  it('can be renamed without a test, and without the token [intg-02] [intg-10]', async () => {
    const shell = open(({ http }) => void http.on(`PUT ${CALL}/tea`, undefined));
    await press('Edit Tea');
    expect(screen.queryByRole('button', { name: 'Test connection' })).toBeNull();
    await userEvent.type(screen.getByLabelText(/^Integration name/), ' chest');
    await press('Save');
    await waitFor(() => expect(noticed(shell)).toContain('Successfully updated tea'));
    const changed = { ...form, integrationName: 'Tea chest', integrationKey: 'tea' };
    expect(sent(shell)).toEqual([['PUT', `${CALL}/tea`, changed]]);
  });

  it('require a test when the URL changes, and the token for another server [intg-06]', async () => {
    open();
    await press('Edit Tea');
    const url = screen.getByLabelText(/^URL/);
    await userEvent.clear(url);
    await userEvent.type(url, 'https://git.example.org');
    await press('Test connection');
    expect((await screen.findAllByText(/Token is required/)).length).toBeGreaterThan(0);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  });

  it.each([
    [undefined, 'Successfully deleted tea'],
    [new HttpFailure(503, 'no'), 'Error while deleting integration'],
  ])('are deleted after a question, with %s [intg-10]', async (failure, notice) => {
    const shell = open(({ http }) => {
      http.on(`DELETE ${CALL}/tea`, () => {
        if (failure) throw failure;
      });
    });
    await press('Delete Tea');
    await waitFor(() => expect(noticed(shell)).toContain(notice));
    expect(shell.modals.asked[0]?.text).toContain('stored token are deleted');
  });

  it('show that an unknown vendor was not found', async () => {
    openAt(`${INTEGRATIONS}/sourcehut`, route, VendorPage, withGroups);
    expect(await screen.findByText('Vendor “sourcehut” not found')).toBeTruthy();
  });
});
