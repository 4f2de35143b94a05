import { HttpFailure } from '@lading/contract';
import type { CollectionRun, StorageSummary } from '@lading/contract/rest';
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
      ...{ ...counts, grownBytes: MIB / 2, quotaBytes: 5 * MIB },
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
    expect(row?.textContent).toContain('4 MiB1 MiB+512 KiB4');
    // Above 80 % of the quota.
    expect(row?.textContent).toContain('80 % / 5 MiB');
    expect(
      within(screen.getByRole('region', { name: 'Stored bytes per day' })).getByRole('table'),
    ).toBeTruthy();
    // Unknown is not shown as none.
    const project = screen.getByRole('table', { name: 'Storage by project' });
    expect(within(project).getByTitle('Not recorded for 30 days yet').textContent).toBe('?');
  });

  it('shows the growth of a repository, and why it cannot', async () => {
    const shell = open(({ http }) => {
      http.on(`GET ${CALL}/summary`, summary);
      http.on(`GET ${CALL}/collections`, []);
      http.on(`GET ${CALL}/history?kind=repository&key=npm-local`, () => {
        throw new HttpFailure(503, 'The database does not answer.');
      });
    });
    await userEvent.click(await screen.findByRole('button', { name: 'npm-local: show growth' }));
    const failure = await screen.findByRole('alert');
    expect(failure.textContent).toContain('The database does not answer.');
    const days = ['2026-11-01', '2026-11-04'].map((day, at) => ({
      ...counts,
      day,
      storedBytes: MIB * (at + 1),
    }));
    shell.http.on(`GET ${CALL}/history?kind=repository&key=npm-local`, days);
    await userEvent.click(within(failure).getByRole('button'));
    const region = await screen.findByRole('region', { name: 'Stored bytes per day: npm-local' });
    const cells = within(region).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual(['1 MiB', '1 MiB', '1 MiB', '2 MiB']);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('region', { name: 'Stored bytes per day: npm-local' })).toBeNull();
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

  const none = { count: 0, size: 0 };
  const run = (change: Partial<CollectionRun>): CollectionRun => ({
    ...{ id: '1', dry: true, untagged: false, requestedBy: 'admin', state: 'finished' },
    ...{ requested: summary.calculated ?? '', started: null, ended: null, error: null },
    ...{ files: none, bytes: none, examples: [], ...change },
  });
  const found = { files: { count: 2, size: 9 }, bytes: { count: 3, size: MIB } };
  const prepare =
    (confirmed: (text: string) => boolean) =>
    ({ http, modals }: FakeShell) => {
      http.on(`GET ${CALL}/summary`, summary);
      http.on(`POST ${CALL}/calculate`, undefined);
      http.on(`GET ${CALL}/collections`, []);
      http.on(`POST ${CALL}/collections`, run({ state: 'waiting' }));
      modals.confirm = async ({ text }) => confirmed(text ?? '');
    };

  it('runs garbage collection after the user confirmed the deletions, and shows progress and result', async () => {
    const shell = open(prepare((text) => text.includes('3 blobs (1 MiB)')));
    await userEvent.click(await screen.findByRole('button', { name: 'Run garbage collection' }));
    await screen.findByText('Searching: 0 files and 0 blobs (0 B) found so far…');
    shell.http.on(`GET ${CALL}/collections`, [run({ state: 'running', files: found.files })]);
    await act(() => shell.periodic.tick());
    await screen.findByText('Searching: 2 files and 0 blobs (0 B) found so far…');
    shell.http.on(`GET ${CALL}/collections`, [run(found)]);
    shell.http.on(`POST ${CALL}/collections`, run({ id: '2', dry: false, state: 'waiting' }));
    await act(() => shell.periodic.tick());
    await screen.findByText(/^Deleting: 0 files/);
    expect(shell.http.calls.at(-1)?.options.body).toEqual({ dry: false, untagged: false });
    const [file] = [{ repo: 'oci', path: 'app/_layers/sha256__1', size: 9, why: 'no manifest refers to it' }];
    shell.http.on(`GET ${CALL}/collections`, [run({ id: '2', dry: false, examples: [file], ...found })]);
    await act(() => shell.periodic.tick());
    await screen.findByText(/2 files and 3 blobs deleted, 1 MiB freed/);
    expect(screen.getByText('oci/app/_layers/sha256__1')).toBeTruthy();
    await waitFor(() => expect(shell.http.calls.map(({ path }) => path)).toContain(`${CALL}/calculate`));
  });

  it('deletes nothing if there is nothing, or the user declines', async () => {
    const shell = open(prepare(() => false));
    await userEvent.click(await screen.findByRole('button', { name: 'Run garbage collection' }));
    shell.http.on(`GET ${CALL}/collections`, [run({})]);
    await act(() => shell.periodic.tick());
    await screen.findByText(/Nothing to delete/);
    await userEvent.click(screen.getByLabelText('Also delete untagged images'));
    await userEvent.click(screen.getByRole('button', { name: 'Run garbage collection' }));
    shell.http.on(`GET ${CALL}/collections`, [run({ untagged: true, ...found })]);
    await act(() => shell.periodic.tick());
    await screen.findByText(/2 files and 3 blobs \(1 MiB\) found. Nothing was deleted/);
    const bodies = shell.http.calls.flatMap(({ options }) => (options.body ? [options.body] : []));
    expect(bodies).toEqual([
      { dry: true, untagged: false },
      { dry: true, untagged: true },
    ]);
  });

  it('shows a run that is in progress, and why one failed', async () => {
    const shell = open((fake) => {
      prepare(() => false)(fake);
      fake.http.on(`GET ${CALL}/collections`, [run({ dry: false, state: 'running', ...found })]);
    });
    await screen.findByText('Deleting: 2 files and 3 blobs (1 MiB) deleted so far…');
    expect(screen.getByRole('button', { name: /Run garbage collection/ }).ariaBusy).toBe('true');
    const failed = run({ dry: false, state: 'failed', error: 'No space left', ...found });
    shell.http.on(`GET ${CALL}/collections`, [failed]);
    await act(() => shell.periodic.tick());
    await screen.findByText(/Failed: No space left. Until then: 2 files and 3 blobs deleted/);
  });

  it('shows why nothing can be loaded', async () => {
    open(({ http }) => {
      http.on(`GET ${CALL}/collections`, []);
      http.on(`GET ${CALL}/summary`, () => {
        throw new HttpFailure(503, 'The database does not answer.');
      });
    });
    expect((await screen.findByRole('alert')).textContent).toContain('The database does not answer.');
  });
});
