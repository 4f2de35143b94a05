import { HttpFailure } from '@lading/contract';
import type { StorageSummary } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { STORAGE } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { StoragePage } from './StoragePage.tsx';

const CALL = '/ui/api/v1/ui/storage';
const MIB = 1024 ** 2;
const counts = { files: 4, bytes: 4 * MIB, blobs: 2, storedBytes: MIB };
const summary: StorageSummary = {
  ...{ calculated: '2026-11-01T10:00:00.000Z', calculating: false, total: counts },
  unreferenced: { blobs: 1, bytes: 512 },
  repositories: [
    {
      ...{ key: 'npm-local', type: 'local', packageType: 'npm', project: 'default', folders: 2 },
      ...{ ...counts, quotaBytes: 5 * MIB },
    },
  ],
  projects: [{ key: 'default', ...counts }],
  packageTypes: [{ key: 'npm', ...counts }],
  history: [{ day: '2026-11-01', ...counts }],
  store: { type: 'file-system', location: '/data/blobs' },
  disk: { directory: '/data/blobs', totalBytes: 100 * MIB, freeBytes: 50 * MIB },
};

const open = (prepare: (shell: FakeShell) => void) => openAt(STORAGE, STORAGE, StoragePage, prepare);

describe('the storage page', () => {
  it('shows the sizes of all files and of stored blobs, and their time', async () => {
    open(({ http }) => void http.on(`GET ${CALL}/summary`, summary));
    await screen.findByText('4 MiB in 4 files');
    expect(screen.getByText('1 MiB (75 % saved)')).toBeTruthy();
    expect(screen.getByText('50 MiB of 100 MiB free')).toBeTruthy();
    const table = screen.getByRole('table', { name: 'Storage by repository' });
    const row = within(table).getByText('npm-local').closest('tr');
    expect(row?.textContent).toContain('4 MiB1 MiB4');
    // Above 80 % of the quota.
    expect(row?.textContent).toContain('80 % / 5 MiB');
    expect(screen.getByRole('table', { name: 'Stored bytes per day' }).textContent).toContain('2026-11-01');
  });

  it('calculates again on request, and shows the new result', async () => {
    const shell = open(({ http }) => {
      http.on(`GET ${CALL}/summary`, { ...summary, calculated: null });
      http.on(`POST ${CALL}/calculate`, undefined);
    });
    await screen.findByText('Not calculated yet');
    await userEvent.click(screen.getByRole('button', { name: 'Recalculate' }));
    await screen.findByText('Calculating…');
    await waitFor(() => expect(shell.http.calls.map(({ method }) => method)).toContain('POST'));
    shell.http.on(`GET ${CALL}/summary`, summary);
    await act(() => shell.periodic.tick());
    await screen.findByText('4 MiB in 4 files');
  });

  it('runs garbage collection after the user confirmed the deletions, and shows the result', async () => {
    const report = { summary: { files: { count: 2, size: 9 }, bytes: { count: 3, size: MIB } } };
    const shell = open(({ http, modals }) => {
      http.on(`GET ${CALL}/summary`, summary);
      http.on(`POST ${CALL}/calculate`, undefined);
      http.on('GET /artifactory/api/system/storage/gc', report);
      http.on('POST /artifactory/api/system/storage/gc', report);
      modals.confirm = async ({ text }) => text?.includes('3 blobs (1 MiB)') ?? false;
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Run garbage collection' }));
    await screen.findByText('2 files and 3 blobs deleted, 1 MiB freed');
    await waitFor(() => expect(shell.http.calls.at(-2)?.path).toBe(`${CALL}/calculate`));
  });

  it('includes untagged images in the preview and the deletion on request', async () => {
    const none = { summary: { files: { count: 0, size: 0 }, bytes: { count: 0, size: 0 } } };
    const report = { summary: { files: { count: 5, size: 9 }, bytes: { count: 0, size: 0 } } };
    open(({ http, modals }) => {
      http.on(`GET ${CALL}/summary`, summary);
      http.on(`POST ${CALL}/calculate`, undefined);
      http.on('GET /artifactory/api/system/storage/gc', none);
      http.on('GET /artifactory/api/system/storage/gc?untagged=true', report);
      http.on('POST /artifactory/api/system/storage/gc?untagged=true', report);
      modals.confirm = async ({ text }) => text?.startsWith('5 files that nothing or only images') ?? false;
    });
    const button = await screen.findByRole('button', { name: 'Run garbage collection' });
    await userEvent.click(button);
    await screen.findByText(/^Nothing to delete/);
    await userEvent.click(screen.getByLabelText('Also delete untagged images'));
    await userEvent.click(button);
    await screen.findByText('5 files and 0 blobs deleted, 0 B freed');
  });

  it('shows why nothing can be loaded', async () => {
    open(({ http }) => {
      http.on(`GET ${CALL}/summary`, () => {
        throw new HttpFailure(503, 'The database does not answer.');
      });
    });
    expect((await screen.findByRole('alert')).textContent).toContain('The database does not answer.');
  });
});
