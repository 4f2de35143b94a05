import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { openAt } from '../testing/openAt.ts';
import { SignOutPage } from './SignOutPage.tsx';

it('signs out on opening [login-02]', async () => {
  const shell = openAt('/logout', SignOutPage, () => {});
  await waitFor(() => expect(shell.session.asked).toEqual(['signOut']));
});

it('reports a failure, and retries', async () => {
  const shell = openAt('/logout', SignOutPage, ({ session }) => {
    vi.spyOn(session, 'signOut').mockRejectedValueOnce(new Error('The platform is away'));
  });
  expect((await screen.findByRole('alert')).textContent).toContain('The platform is away');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(shell.session.asked).toEqual(['signOut']));
});
