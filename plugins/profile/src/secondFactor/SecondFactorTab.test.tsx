import { HttpFailure } from '@lading/contract';
import type { MfaState } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ProfilePage } from '../page/ProfilePage.tsx';
import { openAt } from '../testing/openAt.ts';
import { profileOf } from '../testing/samples.ts';

const MFA = '/ui/api/v1/access/mfa';
const enrolment = { qr: 'data:image/svg+xml,x', secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' };
const CODES = { recoveryCodes: ['aaaaa-bbbbb', 'ccccc-ddddd'] };
vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:codes', revokeObjectURL: () => {} }));

function open(state: Partial<MfaState>, prepare: (shell: FakeShell) => void = () => {}, unlocked = true) {
  const now: MfaState = { enrolled: false, policy: 'optional', recoveryCodesLeft: 0, ...state };
  const shell = openAt('/user_profile?tab=secondFactor', ProfilePage, ({ http, ...rest }) => {
    http.on('GET /ui/api/v1/ui/userProfile', profileOf({}, unlocked));
    http.on('POST /ui/api/v1/ui/userProfile', profileOf({}, true));
    http.on(`GET ${MFA}`, () => ({ ...now }));
    http.on(`POST ${MFA}/enroll`, enrolment);
    http.on(`POST ${MFA}/confirm`, ({ options }: { options: { body?: unknown } }) => {
      if ((options.body as { otp: string }).otp !== '123456')
        throw new HttpFailure(400, 'Invalid code. Enter the current code from your device.', 'BAD_OTP');
      Object.assign(now, { enrolled: true, since: new Date().toISOString(), recoveryCodesLeft: 2 });
      return CODES;
    });
    http.on(`POST ${MFA}/recoveryCodes`, CODES);
    http.on(`DELETE ${MFA}`, () => {
      Object.assign(now, { enrolled: false, recoveryCodesLeft: 0 });
    });
    prepare({ http, ...rest } as FakeShell);
  });
  return shell;
}

it('is set up with a code from the device, and its recovery codes are shown once', async () => {
  const shell = open({}, undefined, false);
  await userEvent.type(await screen.findByLabelText(/^Password/), 'a long tune{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Set up MFA' }));
  expect(await screen.findByRole('img', { name: 'QR code for the app' })).toBeTruthy();
  expect(screen.getByRole('group', { name: 'secret' }).textContent).toBe('JBSW Y3DP EHPK 3PXP');
  expect(shell.navigation.blocked).toBe('Multi-factor authentication is not set up yet.');
  const field = screen.getByLabelText(/^6-digit code/);
  await userEvent.type(field, '12{Enter}');
  expect(screen.getByText('Enter the 6 digits from your app')).toBeTruthy();
  await userEvent.type(field, '9999{Enter}');
  expect(await screen.findByText('Invalid code. Enter the current code from your device.')).toBeTruthy();
  await userEvent.type(field, '123 456{Enter}');
  expect(await screen.findByText('aaaaa-bbbbb')).toBeTruthy();
  expect(shell.navigation.blocked).toContain('shown only once');
  await userEvent.click(screen.getByRole('button', { name: 'I have saved them' }));
  expect(await screen.findByText('MFA is on')).toBeTruthy();
  expect(shell.navigation.blocked).toBeUndefined();
});

it('generates new recovery codes, and is turned off, after a confirmation', async () => {
  const shell = open({ enrolled: true, since: '2026-01-01T00:00:00Z', recoveryCodesLeft: 3 });
  expect((await screen.findByText('Recovery codes left')).parentElement?.textContent).toContain('3');
  await userEvent.click(screen.getByRole('button', { name: 'Generate new recovery codes' }));
  await userEvent.click(await screen.findByRole('button', { name: 'I have saved them' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
  expect(await screen.findByText('MFA is not set up')).toBeTruthy();
  expect(shell.modals.asked.map(({ title }) => title)).toEqual([
    'Generate new recovery codes?',
    'Turn off MFA for ada?',
  ]);
});

it('cannot be turned off when the platform requires it', async () => {
  open({ enrolled: true, policy: 'required' });
  expect(await screen.findByText('This platform requires MFA.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull();
});

it('moves to another device, also when the platform requires it', async () => {
  const shell = open({ enrolled: true, policy: 'required', recoveryCodesLeft: 1 });
  await userEvent.click(await screen.findByRole('button', { name: 'Set up another device' }));
  expect(await screen.findByRole('img', { name: 'QR code for the app' })).toBeTruthy();
  expect(
    screen.getByText(/the current device and the current recovery codes are no longer valid/),
  ).toBeTruthy();
  expect(shell.navigation.blocked).toBe('The other device is not set up yet.');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('MFA is on')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Set up another device' }));
  await userEvent.type(await screen.findByLabelText(/^6-digit code/), '123456{Enter}');
  expect(await screen.findByText('aaaaa-bbbbb')).toBeTruthy();
});

it('reports that MFA is turned off', async () => {
  open({ policy: 'off' });
  expect(await screen.findByText('MFA is turned off on this platform')).toBeTruthy();
});
