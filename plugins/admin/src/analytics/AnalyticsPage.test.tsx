import { HttpFailure } from '@lading/contract';
import type { AnalyticsCount } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ANALYTICS } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { AnalyticsPage } from './AnalyticsPage.tsx';

const CALL = '/ui/api/v1/ui/analytics';
const counts: AnalyticsCount[] = [
  { day: '2026-11-28', event: 'page', detail: 'route: packages', count: 1200, sessions: 14 },
  { day: '2026-11-27', event: 'sign-in', detail: '', count: 3, sessions: 3 },
];

const open = (prepare: (shell: FakeShell) => void = () => {}, place: string = ANALYTICS) =>
  openAt(place, ANALYTICS, AnalyticsPage, (shell) => {
    for (const days of [1, 7, 30, 400])
      shell.http.on(`GET ${CALL}/history?days=${days}`, { enabled: true, counts });
    shell.http.on(`GET ${CALL}/settings`, { enabled: true, days: 90 });
    prepare(shell);
  });
const areOff = ({ http }: FakeShell) =>
  http
    .on(`GET ${CALL}/settings`, { enabled: false, days: 90 })
    .on(`GET ${CALL}/history?days=30`, { enabled: false, counts: [] });

describe('usage analytics', () => {
  it('show the number of events and sessions per day', async () => {
    open();
    const row = (await screen.findByText('route: packages')).closest('[role=row]') as HTMLElement;
    expect(
      within(row)
        .getAllByRole('gridcell')
        .map(({ textContent }) => textContent),
    ).toEqual(['2026-11-28', 'page route: packages', '1,200', '14']);
    expect(screen.getByText(/never sent anywhere.*Usage analytics are on\./)).toBeTruthy();
  });

  it('are counted for the selected period', async () => {
    const shell = open(undefined, `${ANALYTICS}?days=7`);
    await screen.findByText('route: packages');
    expect(shell.http.calls.map(({ path }) => path)).toContain(`${CALL}/history?days=7`);
  });

  it('say how to turn them on', async () => {
    open(areOff);
    expect(await screen.findByText(/Turn usage analytics on in the settings/)).toBeTruthy();
    expect(screen.getByText(/Usage analytics are off: browsers send no events/)).toBeTruthy();
  });

  it('that cannot be loaded are not shown as none', async () => {
    open(({ http }) =>
      http
        .on(`GET ${CALL}/history?days=30`, () => {
          throw new HttpFailure(503, 'The database is away');
        })
        .on(`GET ${CALL}/settings`, () => {
          throw new HttpFailure(503, 'The settings are away');
        }),
    );
    expect(await screen.findByText(/The database is away/)).toBeTruthy();
    expect(await screen.findByText(/The settings are away/)).toBeTruthy();
    expect(screen.queryByText('No events')).toBeNull();
    expect(screen.queryByText(/are off/)).toBeNull();
  });

  it('are deleted after a confirmation', async () => {
    const shell = open(({ http }) => http.on(`DELETE ${CALL}/history`, { deleted: 2 }));
    await screen.findByText('route: packages');
    await userEvent.click(screen.getByRole('button', { name: 'Delete all' }));
    await waitFor(() => expect(shell.notifications.shown.at(-1)?.text).toBe('2 counts deleted'));
  });

  it('are turned on in the settings, which say what is collected', async () => {
    const shell = open((opened) => areOff(opened).on(`PUT ${CALL}/settings`, { enabled: true, days: 30 }));
    await screen.findByText(/are off/);
    await userEvent.click(screen.getByRole('button', { name: 'Settings' }));
    const box = await screen.findByRole('checkbox', { name: 'Count events in the console' });
    expect((box as HTMLInputElement).checked).toBe(false);
    expect(screen.getByText(/opened pages by the name of their route, sign-ins/)).toBeTruthy();
    await userEvent.click(box);
    const days = screen.getByRole('textbox', { name: /Days/ });
    await userEvent.clear(days);
    await userEvent.type(days, '0');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findAllByText('Enter a whole number from 1 to 400.')).length).toBeGreaterThan(0);
    await userEvent.clear(days);
    await userEvent.type(days, '30');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/are off/);
    const put = shell.http.calls.find(({ method }) => method === 'PUT');
    expect(put?.options.body).toEqual({ enabled: true, days: 30 });
  });
});
