import { HttpFailure } from '@lading/contract';
import { fakeShell } from '@lading/contract/testing';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SignInDialog } from './SignInDialog.tsx';

// jsdom draws no modal dialogs.
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);

function open(login: unknown, reason: 'ended' | 'confirm' = 'ended') {
  const shell = fakeShell();
  shell.http.on('POST /ui/api/v1/ui/auth/loginRelatedData', { canRememberMe: false });
  shell.http.on('POST /ui/api/v1/ui/auth/login', login);
  const onSignedIn = vi.fn();
  const onCancel = vi.fn();
  render(
    <>
      <input aria-label="Half-filled" defaultValue="half" />
      <SignInDialog shell={shell} reason={reason} onSignedIn={onSignedIn} onCancel={onCancel} />
    </>,
  );
  return { shell, onSignedIn, onCancel };
}

it('signs in over the page, for the user who was there, and leaves the page as it is', async () => {
  const { onSignedIn, shell } = open({ name: 'ada' });
  expect(screen.getByRole('dialog', { name: 'Sign in again' })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'User name' })).toHaveProperty('value', 'ada');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  await userEvent.keyboard('right{Enter}');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(shell.session.asked).toEqual([]);
  expect(screen.getByLabelText('Half-filled')).toHaveProperty('value', 'half');
});

it('says what the platform said, also of a password that has expired', async () => {
  const { onSignedIn } = open(() => {
    throw new HttpFailure(403, 'The password has expired', 'CREDENTIALS_EXPIRED');
  });
  await userEvent.keyboard('old{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('The password has expired');
  expect(onSignedIn).not.toHaveBeenCalled();
});

it('can be left', async () => {
  const { onCancel } = open({});
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onCancel).toHaveBeenCalledOnce();
});

it('says why it asks', () => {
  open({});
  expect(screen.getByText('Your session has ended. What you were doing is still here.')).toBeTruthy();
  cleanup();
  open({}, 'confirm');
  expect(screen.getByText(/decides who gets in. Confirm that it is you/)).toBeTruthy();
});
