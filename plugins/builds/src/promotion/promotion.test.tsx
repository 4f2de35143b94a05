import { HttpFailure } from '@lading/contract';
import type { BuildDetails, BuildDiff, BuildPromotionPlan } from '@lading/contract/rest';
import type { FakeCall, FakeShell } from '@lading/contract/testing';
import { buildRun } from '@lading/contract/testing/handlers';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { RUN, runAddress } from '../addresses.ts';
import { BuildRunPage } from '../run/BuildRunPage.tsx';
import { openAt } from '../testing/openAt.ts';

beforeAll(() => import('./PromotionDialog.tsx'));
const CALL = '/ui/api/v1/ui/builds/app';
const plan = (more: Partial<BuildPromotionPlan> = {}): BuildPromotionPlan => ({
  lines: [
    { name: 'app.bin', from: { repo: 'dev', path: 'app/1/app.bin' }, size: 2048, replaces: true },
    { name: 'lib.bin', from: { repo: 'prod', path: 'lib/1/lib.bin' }, size: 1024, there: true },
    {
      name: 'gone.bin',
      size: 0,
      refused: 'No file with this content in any repository you have read permission on',
    },
  ],
  ...{ files: 1, bytes: 2048, digest: 'first' },
  ...more,
});

function open(run: Partial<BuildDetails>, prepare: (shell: FakeShell) => void = () => {}, search = '') {
  return openAt(runAddress('app', '2') + search, RUN, BuildRunPage, (shell) => {
    shell.http.on(`GET ${CALL}/2`, () => buildRun('app', '2', run));
    shell.http.on(`GET ${CALL}`, { name: 'app', runs: [{ number: '2' }, { number: '1' }], truncated: false });
    shell.http.on('GET /ui/api/v1/ui/repodata', {
      repoTypesList: [
        { repoKey: 'dev', type: 'LOCAL' },
        { repoKey: 'prod', type: 'LOCAL' },
        { repoKey: 'all', type: 'VIRTUAL' },
      ],
    });
    shell.http.on(`POST ${CALL}/2/promotion/plan`, plan());
    prepare(shell);
  });
}
const bodies = (shell: FakeShell, path: string) =>
  shell.http.calls.filter((call) => call.path === `${CALL}/2${path}`).map(({ options }) => options.body);

async function fillIn() {
  await userEvent.click(await screen.findByRole('button', { name: 'Promote…' }));
  const dialog = within(await screen.findByRole('dialog', { hidden: true }));
  await userEvent.type(await dialog.findByLabelText(/^Status/), 'released');
  await userEvent.type(dialog.getByLabelText('Comment'), 'All is well');
  await userEvent.selectOptions(dialog.getByLabelText('Files'), 'Copy to prod');
  await userEvent.click(dialog.getByText('Continue'));
  await dialog.findByText('The status of the run becomes released. 1 file (2 KiB) is copied to prod.');
  return dialog;
}

describe('a promotion', () => {
  it('previews its changes, runs them, and shows the new status of the run', async () => {
    let done = false;
    const promotions = [
      {
        ...{ status: 'released', comment: 'All is well', repository: 'prod', copied: true, files: 1 },
        ...{ user: 'ada', ciUser: 'ci', timestamp: '2026-04-02T00:00:00.000Z' },
      },
    ];
    const shell = open({}, ({ http }) => {
      http.on(`GET ${CALL}/2`, () => buildRun('app', '2', done ? { promotions } : {}));
      http.on(`POST ${CALL}/2/promotion`, () => {
        done = true;
        return { messages: [] };
      });
    });
    const dialog = await fillIn();
    expect(dialog.getByText('1 file there has different content and will be replaced.')).toBeTruthy();
    expect(dialog.getByText('1 file already exists')).toBeTruthy();
    expect(dialog.getByText('1 file stays in place')).toBeTruthy();
    expect(
      dialog.getByText('No file with this content in any repository you have read permission on'),
    ).toBeTruthy();
    const asked = { status: 'released', comment: 'All is well', targetRepo: 'prod', copy: true };
    expect(bodies(shell, '/promotion/plan')).toEqual([{ ...asked, dependencies: false }]);
    await userEvent.click(dialog.getByText('Promote'));
    await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
    expect(bodies(shell, '/promotion')).toEqual([{ ...asked, dependencies: false, digest: 'first' }]);
    expect(shell.notifications.shown.map(({ text }) => text)).toEqual(['app 2 promoted to released']);
    expect(await screen.findByRole('heading', { name: 'Promotions' })).toBeTruthy();
    expect(screen.getAllByText('released')).toHaveLength(2);
    expect(screen.getByText('1 file copied to prod')).toBeTruthy();
    expect(screen.getByText('All is well')).toBeTruthy();
  });

  it('is previewed again after a concurrent change, and shows failures', async () => {
    let answer: () => unknown = () => {
      throw new HttpFailure(409, 'The content changed since the preview', 'PLAN_CHANGED');
    };
    const shell = open({}, ({ http }) => http.on(`POST ${CALL}/2/promotion`, () => answer()));
    const dialog = await fillIn();
    shell.http.on(`POST ${CALL}/2/promotion/plan`, plan({ digest: 'second', files: 0, bytes: 0, lines: [] }));
    await userEvent.click(dialog.getByText('Promote'));
    await dialog.findByText(/The content changed/);
    await dialog.findByText('The status of the run becomes released. No files are copied to prod.');
    answer = () => ({ messages: [{ level: 'ERROR', message: 'app.bin: It was locked' }] });
    await userEvent.click(dialog.getByText('Promote'));
    await dialog.findByText('app.bin: It was locked');
    expect(bodies(shell, '/promotion').map((body) => (body as { digest: string }).digest)).toEqual([
      'first',
      'second',
    ]);
    await userEvent.click(dialog.getByText('Close'));
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  });

  it('requires a status, and keeps the input when the platform rejects it', async () => {
    open({}, ({ http }) =>
      http.on(`POST ${CALL}/2/promotion/plan`, () => {
        throw new HttpFailure(404, 'Repository prod not found');
      }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Promote…' }));
    const dialog = within(await screen.findByRole('dialog', { hidden: true }));
    await userEvent.click(await dialog.findByText('Continue'));
    expect(dialog.getByText('Enter a status')).toBeTruthy();
    await userEvent.type(dialog.getByLabelText(/^Status/), 'staged{Enter}');
    await dialog.findByText('Failed to promote: Repository prod not found');
    expect(dialog.getByDisplayValue('staged')).toBeTruthy();
  });

  it('is not offered without permission', async () => {
    open({ mayPromote: false });
    await screen.findByRole('heading', { name: / 2$/ });
    await screen.findByRole('link', { name: /app.bin 1.0/ });
    expect(screen.queryByRole('button', { name: 'Promote…' })).toBeNull();
  });
});

describe('two runs', () => {
  const line = { module: 'app', type: 'bin', checksum: 'abc' };
  const files = { updated: [], unchanged: [], removed: [], new: [] };
  const diff: BuildDiff = {
    artifacts: {
      updated: [{ ...line, name: 'app-2.bin', previousName: 'app-1.bin', previousChecksum: 'def' }],
      unchanged: [{ ...line, name: 'same.bin' }],
      removed: [{ ...line, name: 'old.bin' }],
      new: [{ ...line, name: 'new.bin' }],
    },
    dependencies: files,
    properties: { ...files, updated: [{ key: 'os', value: 'linux', previousValue: 'bsd' }] },
  };

  it('are compared as given in the URL', async () => {
    const shell = open({}, ({ http }) =>
      http.on(`GET ${CALL}/2/diff`, ({ options }: FakeCall) => {
        expect(options.query).toMatchObject({ to: '1' });
        return diff;
      }),
    );
    await userEvent.selectOptions(await screen.findByLabelText('Compare with'), '1');
    expect(shell.navigation.place.search).toBe('?compare=1');
    const found = within(await screen.findByRole('region', { name: 'Changes since 1' }));
    await found.findByText('1 changed, 1 added, 1 removed, 1 unchanged');
    for (const name of ['app-2.bin', 'was app-1.bin', 'old.bin', 'new.bin', 'os = linux', 'was bsd'])
      expect(found.getByText(name)).toBeTruthy();
    expect(found.queryByText('same.bin')).toBeNull();
    expect(found.queryByText('Dependencies')).toBeNull();
  });

  it('can be equal', async () => {
    const same = { artifacts: files, dependencies: files, properties: files };
    open({}, ({ http }) => http.on(`GET ${CALL}/2/diff`, same), '?compare=1');
    expect(await screen.findByText('No changes: both runs have the same files.')).toBeTruthy();
  });
});
