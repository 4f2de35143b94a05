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

it('shows users, addresses, and outcomes of sign-ins, and loads older ones', async () => {
  open('', ({ before }) =>
    before === '2'
      ? { events: [event('1', { user: 'old', event: 'user-changed', by: 'admin' })] }
      : { events: [event('3', { outcome: 'failure', detail: 'Incorrect password' })], next: '2' },
  );
  expect(await screen.findByText('Incorrect password')).toBeTruthy();
  expect(screen.getByRole('cell', { name: 'Failure' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show older entries' }));
  expect(await screen.findByText('old, by admin')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show older entries' })).toBeNull();
});

it('keeps its filters in the URL', async () => {
  const asked: unknown[] = [];
  const shell = open('?user=ada', (query) => {
    asked.push([query.user, query.event]);
    return { events: [], event_names: ['sign-in', 'locked'] };
  });
  expect(await screen.findByText('No matching entries. Clear the filters.')).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Event' }), 'locked');
  expect(shell.navigation.place.search).toBe('?user=ada&event=locked');
  expect(asked).toEqual([
    ['ada', undefined],
    ['ada', 'locked'],
  ]);
});

it('has all filters in the URL, clears them, and exports what they match [adm-02]', async () => {
  const asked: Record<string, unknown>[] = [];
  const shell = open('?by=admin&outcome=failure&from=2026-11-01&to=2026-11-02', (query) => {
    asked.push(query);
    return { events: [] };
  });
  await screen.findByText('No matching entries. Clear the filters.');
  const day = (at: number) => new Date(2026, 10, at).toISOString();
  expect(asked[0]).toMatchObject({ by: 'admin', outcome: 'failure', from: day(1), to: day(3) });
  const link = screen.getByRole('link', { name: 'Export as CSV' }) as HTMLAnchorElement;
  expect(new URL(link.href).searchParams.get('outcome')).toBe('failure');
  expect(new URL(link.href).searchParams.get('format')).toBe('csv');
  await userEvent.type(screen.getByRole('textbox', { name: 'Text in details' }), 'tea{Enter}');
  expect(shell.navigation.place.search).toContain('text=tea');
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(shell.navigation.place.search).toBe('');
});

it('shows fields before and after a change, and verifies the log [adm-02]', async () => {
  const changes = [{ field: 'handler.url', before: 'https://a', after: 'https://b' }];
  const shell = open('', () => ({ events: [event('1', { event: 'webhook-changed', changes })] }));
  const row = (await screen.findByText('1 change')).closest('td');
  expect(row?.textContent).toContain('handler.urlhttps://a https://b');
  shell.http.on('POST /access/api/v1/audit/verify', { intact: true, records: 12, head: 'abc' });
  await userEvent.click(screen.getByRole('button', { name: 'Verify integrity' }));
  expect(await screen.findByText(/12 records are unchanged.*abc/)).toBeTruthy();
  // A large log is verified in parts.
  const asked: unknown[] = [];
  shell.http.on(
    'POST /access/api/v1/audit/verify',
    ({ options }: { options: { query: { after: number } } }) => {
      asked.push(options.query.after);
      const { after } = options.query;
      const part = { intact: true, first: after + 1, last: 2500, head: 'def' };
      return after === 0 ? { ...part, records: 2000, next: 2000 } : { ...part, records: 500 };
    },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Verify integrity' }));
  expect(await screen.findByText(/2,500 records are unchanged.*def/)).toBeTruthy();
  expect(asked).toEqual([0, 2000]);
  const problem = 'Record 7 at position 7 was changed';
  shell.http.on('POST /access/api/v1/audit/verify', { intact: false, records: 6, head: 'abc', problem });
  await userEvent.click(screen.getByRole('button', { name: 'Verify integrity' }));
  expect(await screen.findByText(/The audit log was tampered with. Record 7/)).toBeTruthy();
});

it('continues a search for rare entries, says how far it came, and can be stopped [adm-02]', async () => {
  let requests = 0;
  let release = () => {};
  const waits = new Promise<void>((resolve) => {
    release = resolve;
  });
  open('?text=tea', async ({ before }) => {
    requests++;
    if (before === undefined) return { events: [], next: '90', searched_until: '2026-11-20T10:00:00.000Z' };
    if (before === '90') await waits;
    if (before === '90')
      return { events: [event('85')], next: '80', searched_until: '2026-11-19T10:00:00.000Z' };
    return { events: [event('7', { user: 'old' })] };
  });
  expect(await screen.findByText(/Searched back to .*Searching…/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  release();
  expect(await screen.findByRole('button', { name: 'Search older entries' })).toBeTruthy();
  expect(requests).toBe(2);
  expect(screen.getByRole('status').textContent).toContain('Searched back to');
  await userEvent.click(screen.getByRole('button', { name: 'Search older entries' }));
  expect(await screen.findByText('old')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Search older entries' })).toBeNull();
});
