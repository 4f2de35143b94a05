import { HttpFailure } from '@lading/contract';
import type { BackupRun, BackupSettings } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { BACKUPS } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { BackupsPage } from './BackupsPage.tsx';

const CALL = '/ui/api/v1/ui/backups';

const run = (more: Partial<BackupRun> = {}): BackupRun => ({
  ...{ id: 1, state: 'succeeded', target: '/mnt/backups', requested: '2026-01-31T03:00:00Z' },
  ...{ started: '2026-01-31T03:00:00Z', ended: '2026-01-31T03:01:30Z', done: 0, total: 0 },
  ...{
    name: '2026-01-31T03-00-00Z',
    databaseBytes: 1024,
    blobBytes: 2048,
    copiedBytes: 512,
    missingBlobs: 0,
  },
  ...more,
});
const settings = (more: Partial<BackupSettings> = {}): BackupSettings => ({
  ...{ target: '/mnt/backups', enabled: true, hour: 3, days: [1, 4], keep: 7, timeZone: 'Europe/Warsaw' },
  ...more,
});

const open = (prepare: (shell: FakeShell) => void = () => {}) =>
  openAt(BACKUPS, BACKUPS, BackupsPage, (shell) => {
    shell.http.on(`GET ${CALL}`, { backups: [run()] });
    shell.http.on(`GET ${CALL}/settings`, settings());
    prepare(shell);
  });
const sent = ({ http }: FakeShell, method: string) =>
  http.calls.filter((call) => call.method === method).map(({ path, options }) => [path, options.body]);

describe('backups', () => {
  it('are listed with state, size, and duration, below their plan', async () => {
    open();
    const row = (await screen.findByText('1 minute, 30 seconds')).closest('[role=row]') as HTMLElement;
    for (const shown of ['Completed', '3 KiB', '512 B', 'Schedule']) expect(row.textContent).toContain(shown);
    expect(screen.getByText('Monday, Thursday at 03:00 (Europe/Warsaw)')).toBeTruthy();
    expect(screen.getByText('The newest 7 backups')).toBeTruthy();
  });

  it('show the exact time of the next one: tomorrow can mean in 30 hours', async () => {
    open(({ http }) => http.on(`GET ${CALL}/settings`, settings({ nextRun: '2026-02-02T03:00:00.000Z' })));
    expect(await screen.findByText(/^February 2, 2026 at 3:00:00/)).toBeTruthy();
  });

  it('show progress and errors', async () => {
    const { name: _name, databaseBytes: _bytes, ended: _ended, ...begun } = run();
    open(({ http }) => {
      http.on(`GET ${CALL}`, {
        backups: [
          { ...begun, id: 3, state: 'running', phase: 'blobs', done: 1024, total: 4096 },
          { ...begun, id: 2, state: 'failed', error: 'Directory /mnt/backups does not exist' },
          run({ missingBlobs: 2 }),
        ],
      });
    });
    await screen.findByText('Files, 1 KiB of 4 KiB');
    expect(screen.getByText('Directory /mnt/backups does not exist')).toBeTruthy();
    expect(screen.getByText('2 files are damaged or missing in the data directory')).toBeTruthy();
  });

  it('show the whole text of a failure, which a phone cuts', async () => {
    const error = 'Failed to write s3://backups/lading: the credentials are not valid';
    open(({ http }) => {
      http.on(`GET ${CALL}`, { backups: [run({ state: 'failed', error }), run({ id: 2 })] });
    });
    await userEvent.click(await screen.findByRole('button', { name: `Failed: ${error}` }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(error)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('that lack files are incomplete, and those that could not delete old ones have errors', async () => {
    const error = 'Failed to delete old backups: EACCES';
    open(({ http }) =>
      http.on(`GET ${CALL}`, {
        backups: [run({ id: 3, missingBlobs: 2, error }), run({ id: 2, missingBlobs: 0, error }), run()],
      }),
    );
    const badge = await screen.findByText('Incomplete', { selector: '.ld-badge' });
    expect(badge.className).toContain('ld-badge--warning');
    expect(badge.parentElement?.textContent).toContain(
      `2 files are damaged or missing in the data directory; ${error}`,
    );
    const kept = screen.getByText('Completed with errors', { selector: '.ld-badge' });
    expect(kept.className).toContain('ld-badge--warning');
    expect(kept.parentElement?.textContent).toContain(error);
    expect(screen.getAllByText('Completed', { selector: '.ld-badge' })).toHaveLength(1);
  });

  it('begin with the button, and say when that fails', async () => {
    const shell = open(({ http }) => http.on(`POST ${CALL}`, run({ state: 'waiting' })));
    const user = userEvent.setup();
    const button = await screen.findByRole('button', { name: 'Back up now' });
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
    await user.click(button);
    await waitFor(() => expect(sent(shell, 'POST')).toEqual([[CALL, undefined]]));
    expect(shell.notifications.shown).toMatchObject([{ text: 'Backup requested' }]);
    shell.http.on(`POST ${CALL}`, () => {
      throw new HttpFailure(503, 'The database is not responding');
    });
    await user.click(button);
    await waitFor(() =>
      expect(shell.notifications.shown).toMatchObject([
        {},
        { text: 'Failed to request a backup: The database is not responding' },
      ]),
    );
  });

  it('need a target first', async () => {
    open(({ http }) => {
      http.on(`GET ${CALL}`, { backups: [] });
      http.on(`GET ${CALL}/settings`, settings({ target: '', enabled: false }));
    });
    await screen.findByText('Set a target, then back up now or by schedule.');
    expect(screen.getByText('No target')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Back up now' })).toHaveProperty('disabled', true);
  });
});

describe('while the settings are unknown', () => {
  const whenTheyAre = async (answer: () => unknown) => {
    open(({ http }) => {
      http.on(`GET ${CALL}`, { backups: [] });
      http.on(`GET ${CALL}/settings`, answer);
    });
    await screen.findByText('No backups yet');
  };
  const next = /Set a target|wait for the schedule/;

  it('no next step is shown, and the plan is loading', async () => {
    let answer: (value: BackupSettings) => void = () => {};
    await whenTheyAre(() => new Promise((resolve) => (answer = resolve)));
    expect(screen.queryByText(next)).toBeNull();
    expect(screen.queryByText('No target')).toBeNull();
    expect(screen.getByText('Target', { selector: 'dt' }).closest('[aria-busy=true]')).not.toBeNull();
    answer(settings());
    await screen.findByText('Back up now, or wait for the schedule.');
    expect(screen.getByText('Target', { selector: 'dt' }).closest('[aria-busy=true]')).toBeNull();
  });

  it('no next step is shown after they failed to load', async () => {
    await whenTheyAre(() => {
      throw new HttpFailure(503, 'The database is not responding');
    });
    await screen.findByText('Failed to load the backup settings');
    expect(screen.queryByText(next)).toBeNull();
  });
});

describe('the settings of backups', () => {
  const edit = async (prepare: (shell: FakeShell) => void = () => {}) => {
    const shell = open(prepare);
    const user = userEvent.setup();
    const button = await screen.findByRole('button', { name: 'Settings' });
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
    await user.click(button);
    return { shell, user, dialog: within(await screen.findByRole('dialog')) };
  };

  it('are saved with schedule and retention', async () => {
    const { shell, user, dialog } = await edit(
      ({ http }) => void http.on(`PUT ${CALL}/settings`, settings({ days: [1, 6] })),
    );
    await user.click(dialog.getByLabelText('Thursday'));
    await user.click(dialog.getByLabelText('Saturday'));
    await user.clear(dialog.getByLabelText(/^Backups to keep/));
    await user.type(dialog.getByLabelText(/^Backups to keep/), '30');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(shell, 'PUT')).toHaveLength(1));
    const body = { target: '/mnt/backups', enabled: true, hour: 3, days: [1, 6], keep: 30 };
    expect(sent(shell, 'PUT')).toEqual([[`${CALL}/settings`, body]]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('show whether the target can be used', async () => {
    const { shell, user, dialog } = await edit(({ http }) =>
      http.on(`POST ${CALL}/check`, { usable: false, reason: 'Directory /mnt/backups does not exist' }),
    );
    await user.click(dialog.getByRole('button', { name: 'Check target' }));
    await dialog.findByText('Directory /mnt/backups does not exist');
    shell.http.on(`POST ${CALL}/check`, { usable: true, free: 1024, needed: 4096, backups: 0 });
    await user.click(dialog.getByRole('button', { name: 'Check target' }));
    await dialog.findByText(/The first backup may not fit/);
  });

  it('accept a bucket, whose free space is unknown', async () => {
    const target = 's3://backups/lading?endpoint=https://s3.example.org';
    const { shell, user, dialog } = await edit(({ http }) => {
      http.on(`POST ${CALL}/check`, { usable: true, needed: 4096, backups: 2 });
      http.on(`PUT ${CALL}/settings`, settings({ target }));
      http.on(`GET ${CALL}`, { backups: [run({ target })] });
    });
    const field = dialog.getByLabelText(/^Target/);
    await user.clear(field);
    await user.type(field, target);
    await user.click(dialog.getByRole('button', { name: 'Check target' }));
    await dialog.findByText('The bucket can be used: 4 KiB of stored files, 2 backups.');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(shell, 'PUT')).toMatchObject([[`${CALL}/settings`, { target }]]));
    expect(screen.getByText('s3://backups/lading/backups/2026-01-31T03-00-00Z')).toBeTruthy();
  });

  it('are checked, and a rejected target is shown at its field', async () => {
    const { shell, user, dialog } = await edit(({ http }) =>
      http.on(`PUT ${CALL}/settings`, () => {
        throw new HttpFailure(400, '/mnt/backups contains other files', 'BAD_BACKUP_TARGET');
      }),
    );
    const target = dialog.getByLabelText(/^Target/);
    await user.clear(target);
    await user.type(target, 'backups');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(
      (
        await dialog.findAllByText(
          'Enter an absolute path that starts with /, or a URL that starts with s3://',
        )
      ).length,
    ).toBeGreaterThan(0);
    expect(sent(shell, 'PUT')).toEqual([]);
    await user.clear(target);
    await user.type(target, '/mnt/backups');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findAllByText(/contains other files/);
    expect(target.getAttribute('aria-invalid')).toBe('true');
  });
});
