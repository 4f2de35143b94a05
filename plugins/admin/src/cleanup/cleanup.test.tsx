import { HttpFailure } from '@lading/contract';
import type { CleanupPolicy, CleanupRun } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { CLEANUP } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { PolicyListPage } from './PolicyListPage.tsx';
import { PolicyPage } from './PolicyPage.tsx';

const CALL = '/ui/api/v1/ui/cleanup';
const run: CleanupRun = {
  ...{ id: '7', policy: 'nightly', dry: false, requestedBy: 'admin', state: 'finished', error: null },
  ...{ requested: '2026-11-01T02:00:00.000Z', started: '2026-11-01T02:00:00.000Z' },
  ...{
    ended: '2026-11-01T02:00:09.000Z',
    selected: 0,
    deleted: 2,
    kept: 1,
    failed: 0,
    files: 3,
    bytes: 3072,
  },
  ...{ freeableBytes: 2048, freedBytes: 1024 },
};
const policy: CleanupPolicy = {
  ...{ key: 'nightly', description: 'Old snapshots', enabled: true, repositories: ['libs'] },
  ...{ repositoryClasses: [], packageTypes: [], select: 'all', olderThanDays: 30, include: [], exclude: [] },
  ...{ keepBuilds: true, every: 'day', hour: 2, nextRun: '2026-11-02T02:00:00.000Z', lastRun: run },
};
const sent = ({ http }: FakeShell) =>
  http.calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, options }) => [method, path, options.body]);
const openRuns = (runs: readonly CleanupRun[], prepare: (shell: FakeShell) => void = () => {}) =>
  openAt(`${CLEANUP}/edit/nightly?tab=runs`, `${CLEANUP}/edit/:policyKey`, PolicyPage, (shell) => {
    shell.http.on(`GET ${CALL}/policies/nightly`, policy);
    shell.http.on(`GET ${CALL}/policies/nightly/runs`, runs);
    shell.http.on(`GET ${CALL}/runs/7/items?limit=100&offset=0`, {
      items: [
        {
          ...{
            number: 1,
            repo: 'libs',
            packageName: 'left',
            packageVersion: '1.0.0',
            path: 'left-1.0.0.tgz',
          },
          ...{ files: 1, bytes: 1024, state: 'deleted', reason: '' },
        },
        {
          ...{ number: 2, repo: 'libs', packageName: null, packageVersion: null, path: 'tmp/a.bin' },
          ...{ files: 1, bytes: 1024, state: 'kept', reason: 'Build web 7 refers to it' },
        },
      ],
      total: 2,
    });
    prepare(shell);
  });

describe('the list of cleanup policies', () => {
  it('shows the results of the last run and the time of the next one', async () => {
    openAt(CLEANUP, CLEANUP, PolicyListPage, ({ http }) => void http.on(`GET ${CALL}/policies`, [policy]));
    const row = (await screen.findByText('nightly: Old snapshots')).closest('[role=row]');
    expect(row?.textContent).toContain('Finished 2 deleted');
    expect(row?.textContent).toContain('1 KiB');
  });
});

describe('a cleanup policy', () => {
  it('is created with its conditions, and opens its runs', async () => {
    const shell = openAt(`${CLEANUP}/new`, `${CLEANUP}/new`, PolicyPage, ({ http }) => {
      http.on('GET /artifactory/api/repositories', [{ key: 'libs', type: 'LOCAL' }]);
      http.on(`PUT ${CALL}/policies/nightly`, policy);
    });
    await userEvent.type(await screen.findByLabelText(/^Policy key/), 'nightly');
    await userEvent.click(screen.getByLabelText('Caches of all remote repositories'));
    await userEvent.click(screen.getByRole('button', { name: 'Create Cleanup Policy' }));
    await screen.findAllByText(/Enter an age, a time since the last download/);
    await userEvent.type(screen.getByLabelText(/^Not downloaded for/), '90');
    await userEvent.click(screen.getByRole('button', { name: 'Create Cleanup Policy' }));
    await waitFor(() => expect(shell.navigation.place.pathname).toBe(`${CLEANUP}/edit/nightly`));
    const [[method, , body] = []] = sent(shell);
    expect(method).toBe('PUT');
    const put = shell.http.calls.find((call) => call.method === 'PUT');
    expect(put?.options.headers).toEqual({ 'if-none-match': '*' });
    expect(body).toEqual({
      ...{
        description: '',
        enabled: true,
        repositories: [],
        repositoryClasses: ['remote'],
        packageTypes: [],
      },
      ...{ select: 'all', notDownloadedDays: 90, include: [], exclude: [], keepBuilds: true },
      ...{ keepTags: ['latest'], every: 'never', hour: 2 },
    });
  });

  it('is not created with the key of another', async () => {
    const refused = 'Cleanup policy nightly already exists. Use another key, or change that policy';
    openAt(`${CLEANUP}/new`, `${CLEANUP}/new`, PolicyPage, ({ http }) => {
      http.on('GET /artifactory/api/repositories', [{ key: 'libs', type: 'LOCAL' }]);
      http.on(`PUT ${CALL}/policies/nightly`, () => {
        throw new HttpFailure(409, refused, 'POLICY_EXISTS');
      });
    });
    const key = await screen.findByLabelText(/^Policy key/);
    await userEvent.type(key, 'nightly');
    await userEvent.click(screen.getByLabelText('Caches of all remote repositories'));
    await userEvent.type(screen.getByLabelText(/^Not downloaded for/), '90');
    await userEvent.click(screen.getByRole('button', { name: 'Create Cleanup Policy' }));
    await screen.findAllByText(new RegExp(refused));
    expect(key.getAttribute('aria-invalid')).toBe('true');
  });

  it.each(['packageTypes', 'keepNewest'])('shows an error of the server at %s', async (detail) => {
    const refused = 'Invalid cleanup policy. Not possible.';
    openAt(`${CLEANUP}/edit/nightly`, `${CLEANUP}/edit/:policyKey`, PolicyPage, ({ http }) => {
      http.on('GET /artifactory/api/repositories', [{ key: 'libs', type: 'LOCAL' }]);
      http.on(`GET ${CALL}/policies/nightly`, { ...policy, packageTypes: ['npm'] });
      http.on(`PUT ${CALL}/policies/nightly`, () => {
        const body = { errors: [{ code: 'BAD_POLICY', message: refused, detail }] };
        throw new HttpFailure(400, refused, 'BAD_POLICY', body);
      });
    });
    const types = (await screen.findByLabelText('Package types')) as HTMLTextAreaElement;
    expect(types.value).toBe('npm');
    await userEvent.type(screen.getByLabelText('Description'), '!');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findAllByText(new RegExp(refused));
    const invalid = document.querySelector('[aria-invalid=true]');
    expect(invalid?.getAttribute('name')).toBe(detail);
  });

  it('selects untagged images without versions to keep, and says why a repository is refused', async () => {
    const refused =
      'Invalid cleanup policy. Repository libs contains no images (package type npm). Remove it.';
    const shell = openAt(`${CLEANUP}/edit/nightly`, `${CLEANUP}/edit/:policyKey`, PolicyPage, ({ http }) => {
      http.on('GET /artifactory/api/repositories', [{ key: 'libs', type: 'LOCAL' }]);
      http.on(`GET ${CALL}/policies/nightly`, { ...policy, keepNewest: 3 });
      http.on(`PUT ${CALL}/policies/nightly`, () => {
        const body = { errors: [{ code: 'BAD_POLICY', message: refused, detail: 'repositories' }] };
        throw new HttpFailure(400, refused, 'BAD_POLICY', body);
      });
    });
    expect(await screen.findByLabelText('Newest versions to keep')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Content'), 'Untagged images only');
    expect(screen.queryByLabelText('Newest versions to keep')).toBeNull();
    expect(screen.getByText(/^Images that no tag refers to/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findAllByText(refused);
    const [[, , body] = []] = sent(shell);
    expect(body).toMatchObject({ select: 'untagged', olderThanDays: 30 });
    expect(body).not.toHaveProperty('keepNewest');
  });

  it('shows the report of a run: deleted and kept items, reasons, and freed space', async () => {
    openRuns([run]);
    await screen.findByText('2 versions and files (3 files, 3 KiB)');
    await screen.findByText('left 1.0.0');
    expect(screen.getByText('tmp/a.bin').closest('[role=row]')?.textContent).toContain(
      'Build web 7 refers to it',
    );
    expect(screen.getByText(/^1 KiB, by garbage collection/)).toBeTruthy();
  });

  it('starts a dry run without a question, and shows its progress', async () => {
    const dry: CleanupRun = { ...run, id: '8', dry: true, state: 'selecting', ended: null };
    const shell = openRuns([], ({ http }) => void http.on(`POST ${CALL}/policies/nightly/runs`, dry));
    await screen.findByText('No runs yet');
    await userEvent.click(screen.getByRole('button', { name: 'Dry run' }));
    await screen.findByText('Selecting');
    expect(sent(shell)).toEqual([['POST', `${CALL}/policies/nightly/runs`, { dry: true }]]);
    shell.http.on(`GET ${CALL}/policies/nightly/runs`, [{ ...run, dry: true }]);
    await act(() => shell.periodic.tick());
    await screen.findByText('left 1.0.0');
  });

  it('shows why its runs cannot be loaded', async () => {
    openRuns([], ({ http }) => {
      http.on(`GET ${CALL}/policies/nightly/runs`, () => {
        throw new HttpFailure(503, 'The database does not answer.');
      });
    });
    expect((await screen.findByRole('alert')).textContent).toContain('The database does not answer.');
  });
});
