import { HttpFailure } from '@lading/contract';
import type { SessionSummary } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ProfilePage } from '../page/ProfilePage.tsx';
import { openAt } from '../testing/openAt.ts';
import { profileOf, sessionOf } from '../testing/samples.ts';

const SESSIONS = '/ui/api/v1/access/sessions';

function open(sessions: SessionSummary[], prepare: (shell: FakeShell) => void = () => {}) {
  return openAt('/user_profile?tab=sessions', ProfilePage, (shell) => {
    shell.http.on('GET /ui/api/v1/ui/userProfile', profileOf());
    shell.http.on(`GET ${SESSIONS}`, () => ({ sessions: [...sessions] }));
    prepare(shell);
  });
}
const three = () => [
  sessionOf({ id: 'a', client: 'curl/8.5.0' }),
  sessionOf({ id: 'here', current: true }),
  sessionOf({ id: 'c', address: '203.0.113.9' }),
];

it('lists the user’s sessions, this one first and marked', async () => {
  open(three());
  expect(await screen.findByText('This session')).toBeTruthy();
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Chrome 140 on LinuxThis session.*Sign out$/),
    expect.stringMatching(/^curl\/8\.5\.0.*End$/),
    expect.stringMatching(/^Chrome 140 on Linux203\.0\.113\.9.*End$/),
  ]);
});

it('ends a session after a confirmation that names it', async () => {
  const sessions = three();
  const shell = open(sessions, ({ http }) => http.on(`DELETE ${SESSIONS}/a`, () => void sessions.shift()));
  await userEvent.click(await screen.findByRole('button', { name: 'End the session of curl/8.5.0' }));
  await waitFor(() => expect(screen.queryByText('curl/8.5.0')).toBeNull());
  expect(shell.modals.asked[0]?.title).toBe('End the session of curl/8.5.0?');
  expect(shell.notifications.shown).toEqual([{ kind: 'success', text: 'Session ended' }]);
});

it('signs out when it is the current session', async () => {
  const shell = open(three());
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
  expect(shell.session.asked).toEqual(['signOut']);
  expect(shell.modals.asked).toEqual([]);
});

it('ends all other sessions, and reports how many', async () => {
  const sessions = three();
  const shell = open(sessions, ({ http }) =>
    http.on(`DELETE ${SESSIONS}`, () => {
      sessions.splice(0, 3, sessionOf({ id: 'here', current: true }));
    }),
  );
  await screen.findByText('This session');
  await userEvent.click(screen.getByRole('button', { name: 'End all others' }));
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  expect(shell.modals.asked[0]?.text).toBe('2 other sessions end. This session continues.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'End all others' }).disabled).toBe(true);
});

it('reports a session that could not be ended', async () => {
  const shell = open(three(), ({ http }) =>
    http.on(`DELETE ${SESSIONS}/a`, () => {
      throw new HttpFailure(404, 'Session a not found');
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'End the session of curl/8.5.0' }));
  await waitFor(() =>
    expect(shell.notifications.shown).toEqual([
      { kind: 'error', text: 'Failed to end the session: Session a not found' },
    ]),
  );
});
