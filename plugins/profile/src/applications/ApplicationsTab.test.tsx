import { routeOpener } from '@lading/ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ApplicationsTab } from './ApplicationsTab.tsx';

const CALL = '/ui/api/v1/app_integration/user';
const Tab = () => <ApplicationsTab user="rosa" />;

it('lists the applications that the user has allowed, and revokes one [appi-01]', async () => {
  const row = {
    ...{ username: 'rosa', client_id: 'tea-id', name: 'tea', description: '' },
    ...{ scope: 'repository:npm:read', granted: '2026-01-02T03:04:05.000Z' },
  };
  const { http, modals, notifications } = routeOpener('profile')(
    '/user_profile',
    '/user_profile',
    Tab,
    (shell) => {
      shell.http.on(`GET ${CALL}/rosa`, [row]);
      shell.http.on(`DELETE ${CALL}/tea-id/rosa`, undefined);
    },
  );
  const button = await screen.findByRole('button', { name: 'Revoke access of tea' });
  expect(button.closest('[role=row]')?.textContent).toContain('npm');
  await userEvent.click(button);
  await waitFor(() => expect(notifications.shown.at(-1)?.text).toBe('Access of tea revoked'));
  expect(modals.asked[0]?.text).toContain('Its tokens stop working immediately.');
  expect(http.calls.some(({ method, path }) => method === 'DELETE' && path === `${CALL}/tea-id/rosa`)).toBe(
    true,
  );
});
