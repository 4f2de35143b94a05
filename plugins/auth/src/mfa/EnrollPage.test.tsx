import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { refuse } from '../testing/answers.ts';
import { openAt, placeOf } from '../testing/openAt.ts';
import { EnrollPage } from './EnrollPage.tsx';

const MFA = '/ui/api/v1/ui/auth/mfa';
const enrolment = { qr: 'data:image/svg+xml,<svg/>', secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' };
const recoveryCodes = ['aaaaa-bbbbb', 'ccccc-ddddd'];

const open = (
  enrolled: unknown = enrolment,
  verified: unknown = { name: 'ada', mfaStatus: 'NONE', recoveryCodes },
) =>
  openAt('/login/mfa-enroll?username=ada', EnrollPage, ({ http }) => {
    http.on(`GET ${MFA}/enroll/ada`, enrolled);
    http.on(`POST ${MFA}/verify/ada`, verified);
  });

beforeEach(() => {
  URL.createObjectURL = vi.fn(() => 'blob:codes');
  URL.revokeObjectURL = vi.fn();
});

it('shows QR code and secret, takes the first code, and shows the recovery codes before it continues [login-06, login-18]', async () => {
  const shell = open();
  expect(await screen.findByRole('img', { name: 'QR code for the app' })).toHaveProperty('src', enrolment.qr);
  expect(screen.getByRole('group', { name: 'secret' }).textContent).toContain('JBSW Y3DP EHPK 3PXP');
  await userEvent.type(screen.getByRole('textbox', { name: '6-digit code' }), '123456');
  expect(await screen.findByRole('heading', { name: 'Save your recovery codes' })).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(recoveryCodes);
  const download = screen.getByRole('link', { name: 'Download' });
  expect(download.getAttribute('download')).toBe('ada-recovery-codes.txt');
  expect(shell.session.asked).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'I have saved them' }));
  await waitFor(() => expect(shell.session.asked).toEqual(['signIn']));
});

it('continues immediately when there are no recovery codes', async () => {
  const shell = open(enrolment, { name: 'ada', mfaStatus: 'NONE' });
  await userEvent.type(await screen.findByRole('textbox', { name: '6-digit code' }), '123456');
  await waitFor(() => expect(shell.session.asked).toEqual(['signIn']));
});

it('redirects to the sign-in page when no sign-in is waiting [login-18]', async () => {
  const shell = open(refuse(403, 'Start over'));
  await waitFor(() => expect(placeOf(shell)).toBe('/login'));
  expect(shell.notifications.shown.map(({ text }) => text)).toEqual(['Start over']);
});

it('reports a failed setup, and retries', async () => {
  const answers = [refuse(503, 'Away'), () => enrolment];
  open(() => answers.shift()?.());
  expect((await screen.findByRole('alert')).textContent).toBe('Away');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('img', { name: 'QR code for the app' })).toBeTruthy();
});
