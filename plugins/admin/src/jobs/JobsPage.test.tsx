import { HttpFailure } from '@lading/contract';
import type { JobReport } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { JOBS } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { JobsPage } from './JobsPage.tsx';

const CALL = '/artifactory/api/system/jobs';
const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();
const job = (more: Partial<JobReport>): JobReport => ({
  name: 'delete-sessions',
  description: 'Deletes expired sessions',
  state: 'idle',
  started: minutes(-5.2),
  ended: minutes(-5.1),
  duration: 12,
  nextRun: minutes(54.5),
  failures: 0,
  ...more,
});
const jobs = [
  job({}),
  job({
    name: 'scan-versions',
    description: 'Scans new versions',
    state: 'failed',
    failures: 3,
    error: 'disk is full',
    duration: 75_000,
  }),
  job({
    name: 'collect-garbage',
    description: 'Deletes unreferenced files and bytes',
    state: 'running',
    node: 'lading-0123456789ab',
  }),
  { name: 'index-archives', description: 'Reads archives', state: 'idle', failures: 0 } as const,
];

const open = (place: string = JOBS, prepare: (shell: FakeShell) => void = () => {}) =>
  openAt(place, JOBS, JobsPage, (shell) => {
    shell.http.on(`GET ${CALL}`, { jobs });
    prepare(shell);
  });
const rowOf = (name: string) => screen.getByText(name).closest('[role=row]') as HTMLElement;
const cells = (name: string) =>
  [...rowOf(name).querySelectorAll('[role=cell], [role=gridcell]')].map(({ textContent }) => textContent);

describe('background jobs', () => {
  it('are listed with state, last run, duration, next run, and node [adm-01]', async () => {
    open();
    await screen.findByText('Deletes expired sessions');
    expect(cells('Deletes expired sessions')).toEqual([
      'Deletes expired sessions',
      'Idle',
      '5 minutes ago',
      '12 ms',
      'in 54 minutes',
      'Any',
      'Run now',
    ]);
    expect(cells('Scans new versions').slice(1, 4)).toEqual([
      'FailedFailed 3 times: disk is full',
      '5 minutes ago',
      '1 minute, 15 seconds',
    ]);
    expect(cells('Deletes unreferenced files and bytes').slice(4, 6)).toEqual([
      '',
      expect.stringContaining('lading'),
    ]);
    expect(cells('Reads archives').slice(1, 5)).toEqual(['Idle', 'Never', '', 'When there is work']);
  });

  it('are filtered by state in the URL', async () => {
    open(`${JOBS}?state=failed`);
    await screen.findByText('Scans new versions');
    expect(screen.queryByText('Deletes expired sessions')).toBeNull();
  });

  it('are loaded again while the page is open', async () => {
    const shell = open();
    await screen.findByText('Scans new versions');
    shell.http.on(`GET ${CALL}`, { jobs: [job({ description: 'New one' })] });
    await act(() => shell.periodic.tick());
    await screen.findByText('New one');
  });

  it('can be run now', async () => {
    const shell = open(JOBS, ({ http }) => void http.on(`POST ${CALL}/delete-sessions/run`, undefined));
    await userEvent.click(await screen.findByRole('button', { name: 'Run delete-sessions now' }));
    await waitFor(() =>
      expect(shell.notifications.shown).toMatchObject([{ text: 'Job delete-sessions started' }]),
    );
    expect(shell.modals.asked).toEqual([]);
    expect(shell.http.calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      `${CALL}/delete-sessions/run`,
    ]);
  });

  it('are run only after confirmation if they delete content or records', async () => {
    const path = `${CALL}/empty-trash/run`;
    const shell = open(JOBS, ({ http, modals }) => {
      const description = 'Deletes expired items of the trash';
      http.on(`GET ${CALL}`, { jobs: [job({ name: 'empty-trash', description, deletes: true })] });
      http.on(`POST ${path}`, undefined);
      modals.answer = false;
    });
    const posts = () => shell.http.calls.filter(({ method }) => method === 'POST').map((call) => call.path);
    const run = await screen.findByRole('button', { name: 'Run empty-trash now' });
    await userEvent.click(run);
    expect(shell.modals.asked).toMatchObject([
      {
        title: 'Run empty-trash now?',
        text: expect.stringContaining('Deletes expired items of the trash'),
        danger: true,
      },
    ]);
    expect(posts()).toEqual([]);
    shell.modals.answer = true;
    await userEvent.click(run);
    await waitFor(() => expect(posts()).toEqual([path]));
  });

  it('say why one cannot be run, and why they cannot be listed', async () => {
    const failing = () => {
      throw new HttpFailure(503, 'The database does not answer.');
    };
    const shell = open(JOBS, ({ http }) => void http.on(`POST ${CALL}/delete-sessions/run`, failing));
    await userEvent.click(await screen.findByRole('button', { name: 'Run delete-sessions now' }));
    await waitFor(() =>
      expect(shell.notifications.shown).toMatchObject([
        { text: 'Failed to start job delete-sessions: The database does not answer.' },
      ]),
    );
    shell.http.on(`GET ${CALL}`, failing);
    await act(() => shell.periodic.tick());
    await screen.findByRole('alert');
    expect(screen.getByRole('alert').textContent).toContain('The database does not answer.');
  });
});
