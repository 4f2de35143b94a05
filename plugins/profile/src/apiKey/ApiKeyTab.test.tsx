import { HttpFailure } from '@lading/contract';
import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ProfilePage } from '../page/ProfilePage.tsx';
import { openAt } from '../testing/openAt.ts';
import { profileOf } from '../testing/samples.ts';
import { basic } from './apiKeyApi.ts';

const KEY = '/ui/api/v1/ui/userApiKey';
const answer = (apiKey: string) => ({ userName: 'ada', apiKey });

function open(profile: ReturnType<typeof profileOf>, prepare: (shell: FakeShell) => void) {
  return openAt('/user_profile?tab=apiKey', ProfilePage, (shell) => {
    shell.http.on('GET /ui/api/v1/ui/userProfile', profile);
    shell.http.on('POST /ui/api/v1/ui/userProfile', profileOf({}, true));
    prepare(shell);
  });
}
const asked = (shell: FakeShell) =>
  shell.http.calls.filter(({ path }) => path === KEY).map(({ method, options }) => [method, options.headers]);

it('is shown after the password was entered again, and masked until revealed', async () => {
  const shell = open(profileOf(), ({ http }) => http.on(`GET ${KEY}`, answer('lading_ak_abc')));
  await userEvent.type(await screen.findByLabelText(/^Password/), 'a long tune');
  expect(asked(shell)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  expect(await screen.findByText('An API key is set')).toBeTruthy();
  expect(screen.queryByText('lading_ak_abc')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show API key' }));
  expect(screen.getByText('lading_ak_abc')).toBeTruthy();
});

it('is created, renewed, and revoked, after a confirmation that names its owner', async () => {
  const shell = open(profileOf({}, true), ({ http }) => {
    http.on(`GET ${KEY}`, answer(''));
    http.on(`POST ${KEY}`, answer('lading_ak_one'));
    http.on(`PUT ${KEY}`, answer('lading_ak_two'));
    http.on(`DELETE ${KEY}`, undefined);
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Create API key' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Renew' }));
  await waitFor(() => expect(asked(shell).at(-1)?.[0]).toBe('PUT'));
  await userEvent.click(await screen.findByRole('button', { name: 'Show API key' }));
  expect(await screen.findByText('lading_ak_two')).toBeTruthy();
  shell.modals.answer = false;
  await userEvent.click(screen.getByRole('button', { name: 'Revoke' }));
  expect(asked(shell).map(([method]) => method)).toEqual(['GET', 'POST', 'PUT']);
  shell.modals.answer = true;
  await userEvent.click(screen.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('You have no API key')).toBeTruthy();
  expect(shell.modals.asked.map(({ title }) => title)).toEqual([
    'Renew the API key of ada?',
    'Revoke the API key of ada?',
    'Revoke the API key of ada?',
  ]);
});

it('is fetched with an empty password for a user of the OAuth realm [login-19]', async () => {
  const shell = open(profileOf({ realm: 'oauth', internalPasswordDisabled: true }, true), ({ http }) =>
    http.on(`GET ${KEY}`, answer('lading_ak_abc')),
  );
  expect(await screen.findByText('An API key is set')).toBeTruthy();
  expect(asked(shell)).toEqual([['GET', { 'X-JFrog-Reauthentication': `Basic ${btoa('ada:')}` }]]);
});

it('requires a user of the OAuth realm to sign in again when the last sign-in is too long ago [login-19]', async () => {
  const shell = open(profileOf({ realm: 'oauth', internalPasswordDisabled: true }), ({ http }) =>
    http.on(`GET ${KEY}`, () => {
      throw new HttpFailure(403, 'Enter your password again', 'REAUTHENTICATION_REQUIRED');
    }),
  );
  expect(await screen.findByRole('button', { name: 'Sign in again' })).toBeTruthy();
  expect(asked(shell)).toHaveLength(1);
});

it('shows why it could not be loaded', async () => {
  const sealed = 'The API key was sealed by another server: renew it';
  open(profileOf({}, true), ({ http }) =>
    http.on(`GET ${KEY}`, () => {
      throw new HttpFailure(409, sealed, 'SEALED_ELSEWHERE');
    }),
  );
  expect(await screen.findByText(sealed)).toBeTruthy();
});

it('encodes names beyond ASCII in UTF-8', () => {
  expect(basic({ name: 'åsa', password: '' })).toBe('Basic w6VzYTo=');
});
