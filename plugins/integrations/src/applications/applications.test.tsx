import { HttpFailure } from '@lading/contract';
import type { Application } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { APPLICATIONS, AUTHORIZE } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { ApplicationListPage } from './ApplicationListPage.tsx';
import { AuthorizePage } from './AuthorizePage.tsx';
import { leaving } from './leaving.ts';
import { NewApplicationPage } from './NewApplicationPage.tsx';

const CALL = '/ui/api/v1/app_integration';
const tea: Application = {
  ...{ id: 'tea-id', client_id: 'tea-id', name: 'tea', type: 'web', description: 'Orders tea' },
  ...{ callback_url: 'https://tea.example.org/callback', platform_base_url: 'https://packages.example.org' },
  ...{ created: '2026-01-02T03:04:05.000Z', created_by: 'admin', users: 2 },
};
const noticed = ({ notifications }: FakeShell) => notifications.shown.map(({ text }) => text);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('application integrations', () => {
  it('are listed, and deleted after confirmation [appi-01] [appi-02]', async () => {
    const shell = openAt(APPLICATIONS, APPLICATIONS, ApplicationListPage, ({ http }) => {
      http.on(`GET ${CALL}`, [tea]);
      http.on(`DELETE ${CALL}/tea-id`, undefined);
    });
    await press('Delete tea');
    await waitFor(() => expect(noticed(shell)).toEqual(['Successfully deleted integration tea']));
    expect(shell.modals.asked[0]?.text).toBe(
      'This will permanently delete the Integration tea. Continue? The tokens of 2 users are revoked.',
    );
  });

  const openNew = (prepare: (shell: FakeShell) => void = () => {}) =>
    openAt(`${APPLICATIONS}/new`, `${APPLICATIONS}/new`, NewApplicationPage, prepare);

  it('need a name without spaces and a callback URL [appi-02]', async () => {
    openNew();
    await press('Create');
    expect((await screen.findAllByText(/This field is mandatory/)).length).toBeGreaterThanOrEqual(2);
    await userEvent.type(screen.getByLabelText(/^Application Name/), 'two words');
    await userEvent.type(screen.getByLabelText(/^Callback URL/), 'http://tea.example.org');
    await press('Create');
    expect(
      (await screen.findAllByText(/Name cannot contain spaces or special characters/)).length,
    ).toBeGreaterThan(0);
    expect(screen.getAllByText(/Enter an HTTPS URL without a fragment/).length).toBeGreaterThan(0);
  });

  it('are created, and show their client ID, secret, and base URL once [appi-01] [appi-02]', async () => {
    const shell = openNew(({ http }) => void http.on(`POST ${CALL}`, { ...tea, secret: 'lading_cs_x' }));
    await userEvent.type(screen.getByLabelText(/^Application Name/), 'tea');
    await userEvent.type(screen.getByLabelText(/^Description/), 'Orders tea');
    await userEvent.type(screen.getByLabelText(/^Callback URL/), tea.callback_url);
    await press('Create');
    expect((await screen.findByRole('group', { name: 'Secret' })).textContent).toBe('lading_cs_x');
    expect(screen.getByRole('group', { name: 'Client ID' }).textContent).toBe('tea-id');
    expect(screen.getByRole('group', { name: 'Platform Base URL' }).textContent).toBe(tea.platform_base_url);
    expect(noticed(shell)).toEqual(['Successfully created integration tea']);
    const { name, type, description, callback_url } = tea;
    expect(shell.http.calls.at(-1)?.options.body).toEqual({ name, type, description, callback_url });
  });

  it('send the service user, and show at its field that it is rejected', async () => {
    const shell = openNew(({ http }) =>
      http.on(`POST ${CALL}`, () => {
        throw new HttpFailure(400, 'Invalid service_user. Expected an enabled user', 'BAD_APPLICATION');
      }),
    );
    await userEvent.type(screen.getByLabelText(/^Application Name/), 'tea');
    await userEvent.type(screen.getByLabelText(/^Callback URL/), tea.callback_url);
    await userEvent.type(screen.getByLabelText(/^Service User/), ' robot ');
    await press('Create');
    expect((await screen.findAllByText(/Invalid service_user/)).length).toBeGreaterThan(0);
    expect(screen.getByLabelText(/^Service User/).getAttribute('aria-invalid')).toBe('true');
    expect(shell.http.calls.at(-1)?.options.body).toMatchObject({ service_user: 'robot' });
  });

  it('show at the name field that the name is taken', async () => {
    openNew(({ http }) =>
      http.on(`POST ${CALL}`, () => {
        throw new HttpFailure(409, 'Application "tea" already exists', 'APPLICATION_EXISTS');
      }),
    );
    await userEvent.type(screen.getByLabelText(/^Application Name/), 'tea');
    await userEvent.type(screen.getByLabelText(/^Callback URL/), tea.callback_url);
    await press('Create');
    expect((await screen.findAllByText(/already exists/)).length).toBeGreaterThan(0);
    expect(screen.getByLabelText(/^Application Name/).getAttribute('aria-invalid')).toBe('true');
  });
});

describe('the consent page of an application', () => {
  afterEach(() => vi.restoreAllMocks());
  const search = '?client_id=tea-id&response_type=code&state=s';
  const open = (prepare: (shell: FakeShell) => void) => {
    const left = vi.spyOn(leaving, 'to').mockImplementation(() => undefined);
    const shell = openAt(`${AUTHORIZE}${search}`, AUTHORIZE, AuthorizePage, (fake) => {
      fake.http.on(`GET ${CALL}/validate/tea-id`, {
        client: tea,
        scopes: ['repository:npm:read,deploy', 'applied-permissions/user', 'openid', 'email'],
        deny_url: `${tea.callback_url}?error=access_denied`,
      });
      prepare(fake);
    });
    return { shell, left };
  };

  it('shows the application and the requested scopes, and redirects to the application with the code [appi-01]', async () => {
    const redirect_url = `${tea.callback_url}?code=c`;
    const { shell, left } = open(({ http, user }) => {
      http.on(`POST ${CALL}/authorize/tea-id/${user.current?.name}`, { redirect_url });
    });
    expect(await screen.findByText(/tea asks to act for you/)).toBeTruthy();
    expect(screen.getByText('In npm: read, deploy')).toBeTruthy();
    expect(screen.getByText('Do all that you have permission to do')).toBeTruthy();
    expect(screen.getByText('Know who you are, to sign you in')).toBeTruthy();
    expect(screen.getByText('See your email address')).toBeTruthy();
    await press('Allow');
    await waitFor(() => expect(left).toHaveBeenCalledWith(redirect_url));
    const sent = shell.http.calls.find(({ method }) => method === 'POST');
    expect(sent?.options.body).toEqual({ url: search });
  });

  it('redirects to the application without a code when the user denies access', async () => {
    const { shell, left } = open(() => {});
    await press('Deny');
    expect(left).toHaveBeenCalledWith(`${tea.callback_url}?error=access_denied`);
    expect(shell.http.calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('does not redirect when the request is invalid', async () => {
    const { left } = open(({ http }) =>
      http.on(`GET ${CALL}/validate/tea-id`, () => {
        throw new HttpFailure(400, 'code_challenge_method must be S256', 'BAD_AUTHORIZATION_REQUEST');
      }),
    );
    expect(await screen.findByText('code_challenge_method must be S256')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
    expect(left).not.toHaveBeenCalled();
  });
});
