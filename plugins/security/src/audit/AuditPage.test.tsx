import type { AuditEvent } from '@lading/contract/rest';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { AUDIT } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { AuditPage } from './AuditPage.tsx';

const event = (id: string, more: Partial<AuditEvent> = {}): AuditEvent => ({
  id,
  time: '2026-11-21T03:00:00.000Z',
  event: 'sign-in',
  outcome: 'success',
  user: 'ada',
  by: '',
  address: '192.0.2.7',
  client: 'Firefox',
  detail: 'with a password',
  ...more,
});
const open = (search: string, answer: (query: Record<string, unknown>) => unknown) =>
  openAt(`${AUDIT}${search}`, AUDIT, AuditPage, ({ http }) =>
    http.on('GET /access/api/v1/audit', ({ options }: { options: { query: Record<string, unknown> } }) =>
      answer(options.query),
    ),
  );

it('shows who came in, from where and with what outcome, and goes on to older ones', async () => {
  open('', ({ before }) =>
    before === '2'
      ? { events: [event('1', { user: 'old', event: 'user-changed', by: 'admin' })] }
      : { events: [event('3', { outcome: 'failure', detail: 'Incorrect password' })], next: '2' },
  );
  expect(await screen.findByText('Incorrect password')).toBeTruthy();
  expect(screen.getByText('Failure')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show older entries' }));
  expect(await screen.findByText('old, by admin')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show older entries' })).toBeNull();
});

it('has its filters in the address', async () => {
  const asked: unknown[] = [];
  const shell = open('?user=ada', (query) => {
    asked.push([query.user, query.event]);
    return { events: [] };
  });
  expect(await screen.findByText('No matching entries. Clear the filters.')).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Event' }), 'locked');
  expect(shell.navigation.place.search).toBe('?user=ada&event=locked');
  expect(asked).toEqual([
    ['ada', undefined],
    ['ada', 'locked'],
  ]);
});
