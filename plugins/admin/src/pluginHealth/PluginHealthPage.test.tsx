import { HttpFailure } from '@lading/contract';
import type { PluginHealth } from '@lading/contract/rest';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { PLUGIN_HEALTH } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { PluginHealthPage } from './PluginHealthPage.tsx';

const CALL = 'GET /ui/api/v1/lading/plugin-health?days=';
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const times = { firstSeen: ago(600), lastSeen: ago(5.1) };
const good: PluginHealth = {
  ...{ plugin: 'packages', version: '0.1.0', loads: 40, failedLoads: 0, failureCount: 0, failures: [] },
  ...{ turnedOff: 0, loadMs: 120, mountMs: 1340, longestMs: 2000, ...times },
};
const bad: PluginHealth = {
  ...{ plugin: 'tide', version: '2.0.0', loads: 8, failedLoads: 1, failureCount: 3, ...times },
  turnedOff: 2,
  failures: [
    {
      ...{ stage: 'mount', class: 'mount', error: 'TypeError', message: 'is broken', count: 2, ...times },
      ...{ browsers: ['Chrome 141', 'Firefox 143'], shells: ['0.1.0'] },
    },
  ],
};

const open = (plugins: PluginHealth[] | (() => never), place: string = PLUGIN_HEALTH) =>
  openAt(place, PLUGIN_HEALTH, PluginHealthPage, (shell) => {
    for (const days of [7, 30])
      shell.http.on(CALL + days, typeof plugins === 'function' ? plugins : { plugins });
  });
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('gridcell')
    .map(({ textContent }) => textContent);

describe('plugin health', () => {
  it('lists versions with the share of failed loads and times, the worst first [mfe-03] [mfe-04]', async () => {
    open([good, bad]);
    await screen.findByText('2.0.0');
    const [, first, second] = screen.getAllByRole('row');
    expect(cells(first as HTMLElement)).toEqual([
      'tide 2.0.0',
      '12.5 % of 8 loads',
      'in 2 browsers',
      '',
      '',
      '5 minutes ago',
      'Details',
    ]);
    expect(cells(second as HTMLElement).slice(0, 5)).toEqual([
      'packages 0.1.0',
      '0 % of 40 loads',
      '',
      '120 ms',
      '1,340 ms',
    ]);
  });

  it('shows the failures of a version with cause, browsers, and times', async () => {
    open([good, bad]);
    await userEvent.click(await screen.findByRole('button', { name: 'Details of tide 2.0.0' }));
    const dialog = screen.getByRole('dialog', { name: 'tide 2.0.0' });
    expect(dialog.textContent).toContain('2 times, while it was mounted: mount');
    expect(dialog.textContent).toContain('TypeError: is broken');
    expect(dialog.textContent).toContain('Chrome 141, Firefox 143');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows the selected period and only failing versions, from the URL', async () => {
    const shell = open([good, bad], `${PLUGIN_HEALTH}?days=30&state=failing`);
    await screen.findByText('2.0.0');
    expect(screen.queryByText('0.1.0')).toBeNull();
    expect(shell.http.calls.map(({ path }) => path)).toContain('/ui/api/v1/lading/plugin-health?days=30');
  });

  it('explains its content before the first report', async () => {
    open([]);
    await screen.findByText('No reports of browsers');
  });

  it('shows why it failed to load, and retries', async () => {
    const shell = open(() => {
      throw new HttpFailure(503, 'The database does not answer.');
    });
    await screen.findByText(/The database does not answer/);
    shell.http.on(`${CALL}7`, { plugins: [good] });
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('0.1.0');
  });
});

describe('alerts of plugins', () => {
  const ALERTS = '/ui/api/v1/lading/plugin-health/alerts';

  it('are sent from a share on that administrators set', async () => {
    const { http } = openAt(PLUGIN_HEALTH, PLUGIN_HEALTH, PluginHealthPage, (shell) => {
      shell.http.on(`${CALL}7`, { plugins: [good] });
      shell.http.on(`GET ${ALERTS}`, { failedPercent: 20 });
      shell.http.on(`PUT ${ALERTS}`, { failedPercent: 35 });
    });
    const sent = () => http.calls.flatMap(({ method, options }) => (method === 'PUT' ? [options.body] : []));
    await userEvent.click(await screen.findByRole('button', { name: 'Alerts' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/anyone who can reach the server can cause such a notification/)).toBeTruthy();
    const percent = await dialog.findByLabelText(/^Failed loads/);
    expect((percent as HTMLInputElement).value).toBe('20');
    await userEvent.clear(percent);
    await userEvent.type(percent, '101');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Enter a whole number from 0 to 100.')).toBeTruthy();
    expect(sent()).toEqual([]);
    await userEvent.clear(percent);
    await userEvent.type(percent, '35');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toEqual([{ failedPercent: 35 }]);
  });
});
