import { HttpFailure } from '@lading/contract';
import type { UserProfile } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { openAt } from '../testing/openAt.ts';
import { profileOf } from '../testing/samples.ts';
import { ProfilePage } from './ProfilePage.tsx';
import { UNLOCKED_MS } from './ProfileStore.ts';

const PROFILE = '/ui/api/v1/ui/userProfile';
const locked = () => new HttpFailure(403, 'Enter your password again', 'REAUTHENTICATION_REQUIRED');

/** Opens the page on a platform that accepts the password `a long tune`. */
function open(profile: UserProfile = profileOf(), prepare: (shell: FakeShell) => void = () => {}) {
  let now = profile;
  return openAt('/user_profile', ProfilePage, (shell) => {
    shell.http.on(`GET ${PROFILE}`, () => now);
    shell.http.on(`POST ${PROFILE}`, ({ options }: { options: { body?: unknown } }) => {
      if ((options.body as { password: string }).password !== 'a long tune')
        throw new HttpFailure(403, 'The password is incorrect', 'REAUTHENTICATION_FAILED');
      now = { ...profileOf(now.user, true) };
      return now;
    });
    shell.http.on(`PUT ${PROFILE}`, ({ options }: { options: { body?: unknown } }) => {
      if (!now.unlocked) throw locked();
      const { email = now.user.email } = options.body as { email?: string };
      now = { ...now, user: { ...now.user, email } };
      return now;
    });
    prepare(shell);
  });
}

async function unlock(password = 'a long tune') {
  const field = await screen.findByLabelText(/^Password/);
  await userEvent.clear(field);
  await userEvent.type(field, password);
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }));
}
const calls = (shell: FakeShell, method: string) =>
  shell.http.calls.filter((call) => call.method === method).map(({ options }) => options.body);

afterEach(() => vi.useRealTimers());

it('shows the profile, and unlocks it with the password [route-03] [shell-06]', async () => {
  const shell = open();
  expect(await screen.findByText('ada@example.org')).toBeTruthy();
  expect(screen.getByText('harbour')).toBeTruthy();
  expect(screen.queryByLabelText('Email')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  expect(screen.getByText('Enter your password')).toBeTruthy();
  await unlock('another tune');
  expect((await screen.findByText('The password is incorrect')).closest('[role=alert]')).toBeTruthy();
  await unlock();
  const email = await screen.findByLabelText('Email');
  expect(screen.getByText(/^Unlocked until/)).toBeTruthy();
  await userEvent.clear(email);
  await userEvent.type(email, 'nowhere');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Enter an email address such as rosa@example.org, or leave blank')).toBeTruthy();
  expect(document.activeElement).toBe(email);
  await userEvent.clear(email);
  await userEvent.type(email, 'ada@harbour.example');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(shell.notifications.shown).toEqual([{ kind: 'success', text: 'Profile saved' }]),
  );
  expect(calls(shell, 'PUT')).toEqual([{ email: 'ada@harbour.example' }]);
});

it('asks before discarding typed values, and only then', async () => {
  const shell = open(profileOf({}, true));
  const email = await screen.findByLabelText('Email');
  expect(shell.navigation.blocked).toBeUndefined();
  await userEvent.type(email, '.org');
  expect(shell.navigation.blocked).toBe('Your new email address is not saved.');
  await userEvent.click(screen.getByRole('tab', { name: 'Sessions' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Profile' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('ada@example.org.org');
});

it('changes the password, and shows why the platform rejects one', async () => {
  const refusal = new HttpFailure(400, 'newPassword is too well known', 'BAD_PASSWORD');
  const shell = open(profileOf({}, true), ({ http }) => {
    let tries = 0;
    http.on(`PUT ${PROFILE}`, () => {
      if (tries++ === 0) throw refusal;
      return profileOf({}, true);
    });
  });
  const change = () => userEvent.click(screen.getByRole('button', { name: 'Change password' }));
  await userEvent.type(await screen.findByLabelText(/^New password \*/), 'changeme1234');
  await change();
  expect(screen.getByText('The new passwords do not match')).toBeTruthy();
  expect(shell.navigation.blocked).toBe('Your new password is not saved.');
  await userEvent.type(screen.getByLabelText(/^Confirm new password/), 'changeme1234');
  await change();
  expect(await screen.findByText('newPassword is too well known')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(/^New password \*/));
  await userEvent.type(screen.getByLabelText(/^New password \*/), '5');
  await userEvent.type(screen.getByLabelText(/^Confirm new password/), '5');
  await change();
  await waitFor(() => expect(shell.notifications.shown).toHaveLength(1));
  expect(calls(shell, 'PUT')).toEqual([{ newPassword: 'changeme1234' }, { newPassword: 'changeme12345' }]);
  expect(shell.navigation.blocked).toBeUndefined();
});

it('offers to revoke access tokens and the API key with the password change', async () => {
  const shell = open(profileOf({}, true));
  await userEvent.type(await screen.findByLabelText(/^New password \*/), 'another long tune');
  await userEvent.type(screen.getByLabelText(/^Confirm new password/), 'another long tune');
  const offer = screen.getByLabelText<HTMLInputElement>('Revoke my access tokens and API key');
  expect(offer.checked).toBe(false);
  await userEvent.click(offer);
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(shell.notifications.shown).toHaveLength(1));
  expect(calls(shell, 'PUT')).toEqual([{ newPassword: 'another long tune', revokeTokens: true }]);
  expect(offer.checked).toBe(false);
});

it('shows the rules for a new password, and when the current one expires', async () => {
  open({ ...profileOf({}, true), password: { minLength: 16, validFor: 3 } });
  expect(await screen.findByText('You must change your password within 3 days.')).toBeTruthy();
  expect(screen.getByText(/^At least 16 characters/)).toBeTruthy();
});

it('locks automatically after five minutes, and keeps typed values', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  open(profileOf({}, true));
  await userEvent.type(await screen.findByLabelText('Email'), '.org');
  act(() => vi.advanceTimersByTime(UNLOCKED_MS));
  expect(await screen.findByRole('button', { name: 'Unlock' })).toBeTruthy();
  const email = screen.getByLabelText<HTMLInputElement>('Email');
  expect([email.readOnly, email.value]).toEqual([true, 'ada@example.org.org']);
});

it('prompts for the password again when the platform has locked the profile in the meantime', async () => {
  open(profileOf({}, true), ({ http }) =>
    http.on(`PUT ${PROFILE}`, () => {
      throw locked();
    }),
  );
  await userEvent.type(await screen.findByLabelText('Email'), '.org');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter your password again')).toBeTruthy();
  await unlock();
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('ada@example.org.org');
});

it('is read-only when an administrator manages it', async () => {
  open(profileOf({ profileUpdatable: false }));
  expect(
    await screen.findByText(
      'Your profile is managed by an administrator. Contact an administrator to change it.',
    ),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Unlock' })).toBeNull();
  expect(screen.getByText('ada@example.org')).toBeTruthy();
});

it('requires users without a password here to sign in again', async () => {
  const known = { realm: 'ldap', internalPasswordDisabled: true } as const;
  let again = false;
  open(profileOf(known), ({ http }) =>
    http.on(`POST ${PROFILE}`, () => {
      // The shell shows the sign-in dialog and repeats the call.
      if (!again) throw new HttpFailure(403, 'Sign in again to confirm that it is you', 'SIGN_IN_AGAIN');
      return profileOf(known, true);
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in again' }));
  expect(await screen.findByText('Sign in again to confirm that it is you')).toBeTruthy();
  again = true;
  await userEvent.click(screen.getByRole('button', { name: 'Sign in again' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign in again' })).toBeNull());
});

it('reports a failure, and retries', async () => {
  let fails = true;
  open(profileOf(), ({ http }) =>
    http.on(`GET ${PROFILE}`, () => {
      if (fails) throw new HttpFailure(503, 'The database rests');
      return profileOf();
    }),
  );
  expect(await screen.findByText('The database rests')).toBeTruthy();
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('ada@example.org')).toBeTruthy();
});

const SETTINGS = '/ui/api/v1/lading/plugins';

it('has a tab for the settings of plugins, if there are any', async () => {
  open(profileOf(), ({ http }) => {
    http.on(`GET ${SETTINGS}/settings`, { plugins: ['tide'] });
    http.on(`GET ${SETTINGS}/tide/settings/user`, {
      ...{ plugin: 'tide', specifier: 'lading-plugin-tide', version: '1.0.0' },
      settings: [{ name: 'loud', title: { id: 'tide.loud', text: 'Loud' }, type: 'boolean', default: false }],
      values: { loud: true },
    });
  });
  await userEvent.click(await screen.findByRole('tab', { name: 'Plugins' }));
  expect(await screen.findByRole('heading', { name: 'tide' })).toBeTruthy();
  expect(await screen.findByLabelText('Loud')).toHaveProperty('checked', true);
});

it('has no tab for plugins without settings', async () => {
  const shell = open(profileOf(), ({ http }) => {
    http.on(`GET ${SETTINGS}/settings`, { plugins: [] });
  });
  await screen.findByText('ada@example.org');
  await waitFor(() => expect(shell.http.calls.map(({ path }) => path)).toContain(`${SETTINGS}/settings`));
  expect(screen.queryByRole('tab', { name: 'Plugins' })).toBeNull();
});
