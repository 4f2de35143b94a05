import { HttpFailure } from '@lading/contract';
import type { RemovalPlan } from '@lading/contract/rest';
import { type FakeCall, type FakeShell, fakeUser } from '@lading/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { PackageListPage } from '../list/PackageListPage.tsx';
import { PackagePage } from '../package/PackagePage.tsx';
import { openAt } from '../testing/openAt.ts';
import { onOnePage, samplePackage, sampleVersion } from '../testing/samples.ts';
import { VersionPage } from '../version/VersionPage.tsx';

beforeAll(() => import('./RemovalDialog.tsx'));
const PLAN = 'POST /ui/api/v1/ui/v1/native/removal/plan';
const REMOVAL = 'POST /ui/api/v1/ui/v1/native/removal';

const line = (version: string, more = {}) => ({
  packageId: 'npm://left-pad',
  name: 'left-pad',
  packageType: 'npm',
  version,
  repo: 'npm-local',
  files: [{ path: `left-pad/-/left-pad-${version}.tgz`, size: 1024 }],
  bytes: 1024,
  ...more,
});
const plan = (more: Partial<RemovalPlan> = {}): RemovalPlan => ({
  lines: [
    line('1.2.0'),
    line('1.3.0'),
    line('1.4.0', { repo: 'npm-remote', refused: 'npm-remote only caches an upstream' }),
  ],
  repositories: [{ repo: 'npm-local', versions: 2, files: 2, bytes: 2048 }],
  usedBy: [{ id: 'npm://left-pad', name: 'left-pad', total: 7, first: [{ id: 'npm://app', name: 'app' }] }],
  digest: 'first',
  ...more,
});

async function openDialog(prepare: (shell: FakeShell) => void) {
  const shell = openAt('/packages', '/packages', PackageListPage, (prepared) => {
    const packages = [samplePackage(), samplePackage({ id: 'npm://right-pad', name: 'right-pad' })];
    prepared.http.on('POST /ui/api/v1/mds/packages', { data: { packages: onOnePage(packages) } });
    prepared.http.on(PLAN, plan());
    prepare(prepared);
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select left-pad' }));
  expect(screen.getByText('1 selected')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Delete…' }));
  const dialog = await screen.findByRole('dialog', { hidden: true });
  await within(dialog).findAllByText(/npm-local/);
  return { shell, dialog };
}
const calls = (shell: FakeShell, path: string) =>
  shell.http.calls.filter((call) => `POST ${call.path}` === path);

describe('deleting packages [pkg-08]', () => {
  it('shows exactly what is deleted, its dependents, and what is excluded, and then deletes that', async () => {
    const { shell, dialog } = await openDialog(({ http }) =>
      http.on(REMOVAL, { removed: { versions: 2, files: 2, bytes: 2048 }, failed: [] }),
    );
    for (const text of [
      'npm-local222 KiB',
      '7 packages require left-pad: app …',
      'left-pad/-/left-pad-1.2.0.tgz',
      '1 version will be kept',
      'npm-remote only caches an upstream',
    ]) {
      expect(dialog.textContent).toContain(text);
    }
    expect(calls(shell, PLAN)[0]?.options.body).toEqual({ packages: [{ id: 'npm://left-pad' }] });
    expect(calls(shell, REMOVAL)).toEqual([]);
    expect(within(dialog).getByRole('button', { name: 'Delete 2 versions' }).className).toContain(
      'ld-button--danger',
    );
    await userEvent.click(within(dialog).getByText('Delete 2 versions'));
    await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
    expect(calls(shell, REMOVAL)[0]?.options.body).toEqual({
      packages: [{ id: 'npm://left-pad' }],
      digest: 'first',
    });
    expect(shell.notifications.shown.map(({ text }) => text)).toEqual(['2 versions deleted']);
    expect(screen.queryByText('1 selected')).toBeNull();
    await waitFor(() => expect(calls(shell, 'POST /ui/api/v1/mds/packages')).toHaveLength(2));
  });

  it('offers Undo where the trash has the versions, and then shows them again', async () => {
    const { shell, dialog } = await openDialog(({ http }) => {
      http.on(PLAN, plan({ trashDays: 14 }));
      http.on(REMOVAL, { removed: { versions: 2, files: 2, bytes: 2048 }, failed: [], deletion: 'd-1' });
      http.on('POST /ui/api/v1/ui/trash/restore', { restored: [{}, {}], failed: [] });
    });
    expect(dialog.textContent).toContain('The trash keeps it for 14 days');
    await userEvent.click(within(dialog).getByText('Delete 2 versions'));
    await waitFor(() => expect(calls(shell, 'POST /ui/api/v1/mds/packages')).toHaveLength(2));
    expect(shell.notifications.shown[0]?.action?.verb).toBe('Undo');
    act(() => shell.notifications.shown[0]?.action?.act());
    await waitFor(() => expect(calls(shell, 'POST /ui/api/v1/mds/packages')).toHaveLength(3));
    expect(calls(shell, 'POST /ui/api/v1/ui/trash/restore')[0]?.options.body).toEqual({ deletions: ['d-1'] });
    expect(shell.notifications.shown[1]?.text).toBe('2 items restored');
  });

  it('shows the new plan when something else would go by now, and asks again', async () => {
    const digests = ['first', 'second'];
    const { shell, dialog } = await openDialog(({ http }) => {
      http.on(PLAN, () => plan({ digest: digests.shift() ?? 'third' }));
      http.on(REMOVAL, ({ options }: FakeCall) => {
        if ((options.body as { digest: string }).digest === 'first') {
          throw new HttpFailure(409, 'The content changed since the preview', 'PLAN_CHANGED');
        }
        return { removed: { versions: 2, files: 2, bytes: 2048 }, failed: [] };
      });
    });
    await userEvent.click(within(dialog).getByText('Delete 2 versions'));
    expect(await within(dialog).findByText(/^The content changed/)).toBeTruthy();
    await userEvent.click(await within(dialog).findByText('Delete 2 versions'));
    await waitFor(() => expect(shell.notifications.shown).toHaveLength(1));
  });

  it('keeps what could not be deleted before the eyes, with why', async () => {
    const failed = [
      { packageId: 'npm://left-pad', version: '1.2.0', repo: 'npm-local', message: 'It is locked' },
    ];
    const { dialog } = await openDialog(({ http }) =>
      http.on(REMOVAL, { removed: { versions: 1, files: 1, bytes: 1024 }, failed }),
    );
    await userEvent.click(within(dialog).getByText('Delete 2 versions'));
    expect(await within(dialog).findByText(/left-pad 1.2.0 in npm-local: It is locked/)).toBeTruthy();
    await userEvent.click(within(dialog).getByText('Close'));
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  });

  it('offers no deletion where nothing can go, and changes nothing when one cancels', async () => {
    const { shell, dialog } = await openDialog(({ http }) =>
      http.on(
        PLAN,
        plan({
          lines: [line('1.0.0', { repo: 'npm-local', refused: 'You may not' })],
          repositories: [],
          usedBy: [],
        }),
      ),
    );
    expect(await within(dialog).findByText('Nothing can be deleted')).toBeTruthy();
    expect(within(dialog).queryByText(/^Delete \d/)).toBeNull();
    await userEvent.click(within(dialog).getByText('Cancel'));
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
    expect(calls(shell, REMOVAL)).toEqual([]);
  });

  it.each([
    [{ canDelete: false }, 0],
    [{ canDelete: true, canDeploy: false }, 1],
    // Another server, which does not say who can delete.
    [{}, 1],
  ])('is offered only to users who can delete: %j', async (rights, offered) => {
    openAt('/packages', '/packages', PackageListPage, (prepared) => {
      prepared.user.current = fakeUser({ admin: false, canManage: false, ...rights });
      const packages = onOnePage([samplePackage()]);
      prepared.http.on('POST /ui/api/v1/mds/packages', { data: { packages } });
    });
    await screen.findByRole('link', { name: 'left-pad' });
    expect(screen.queryAllByRole('checkbox', { name: 'Select left-pad' })).toHaveLength(offered);
  });

  it('is not offered to a visitor', async () => {
    openAt('/packages', '/packages', PackageListPage, (shell) => {
      shell.user.current = fakeUser({ anonymous: true });
      shell.http.on('POST /ui/api/v1/mds/packages', { data: { packages: onOnePage([samplePackage()]) } });
    });
    await screen.findByRole('link', { name: 'left-pad' });
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

describe('deleting from the page of what goes [pkg-08]', () => {
  const outcome = { removed: { versions: 1, files: 1, bytes: 1024 }, failed: [] };
  const prepare = (shell: FakeShell, left: { versions: number; package: boolean }) => {
    let gone = false;
    const found =
      <T,>(before: T, after: T) =>
      () =>
        gone ? after : before;
    shell.user.current = { ...fakeUser(), admin: true };
    shell.http.on(PLAN, plan({ lines: [line('1.3.0')], usedBy: [] }));
    shell.http.on(REMOVAL, () => {
      gone = true;
      return outcome;
    });
    shell.http.on(
      'POST /ui/api/v1/mds/versions',
      found(
        { data: { versions: onOnePage([sampleVersion()]) } },
        { data: { versions: onOnePage(left.versions > 0 ? [sampleVersion()] : []) } },
      ),
    );
    shell.http.on(
      'POST /ui/api/v1/mds/package',
      found(
        { data: { package: samplePackage() } },
        { data: { package: left.package ? samplePackage() : null } },
      ),
    );
  };
  const deleteIt = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Delete…' }));
    const dialog = await screen.findByRole('dialog', { hidden: true });
    await userEvent.click(await within(dialog).findByText('Delete 1 version'));
  };
  const openVersion = (left: { versions: number; package: boolean }) =>
    openAt('/packages/npm%3A%2F%2Fleft-pad/1.3.0', '/packages/:packageId/:versionId', VersionPage, (shell) =>
      prepare(shell, left),
    );
  const openPackage = (left: { versions: number; package: boolean }) =>
    openAt('/packages/npm%3A%2F%2Fleft-pad', '/packages/:packageId', PackagePage, (shell) =>
      prepare(shell, left),
    );

  it.each([
    [{ versions: 0, package: true }, '/packages/npm%3A%2F%2Fleft-pad'],
    [{ versions: 0, package: false }, '/packages'],
    [{ versions: 1, package: true }, '/packages/npm%3A%2F%2Fleft-pad/1.3.0'],
  ])('of a version leads to what is left: %j', async (left, place) => {
    const shell = openVersion(left);
    await deleteIt();
    await waitFor(() => expect(shell.navigation.place.pathname).toBe(place));
    expect(calls(shell, PLAN)[0]?.options.body).toEqual({
      packages: [{ id: 'npm://left-pad', versions: ['1.3.0'] }],
    });
  });

  it.each([
    [{ versions: 1, package: true }, '/packages/npm%3A%2F%2Fleft-pad'],
    [{ versions: 0, package: false }, '/packages'],
  ])('of a package, too: %j', async (left, place) => {
    const shell = openPackage(left);
    await deleteIt();
    await waitFor(() => expect(shell.navigation.place.pathname).toBe(place));
    expect(calls(shell, PLAN)[0]?.options.body).toEqual({ packages: [{ id: 'npm://left-pad' }] });
    expect(calls(shell, REMOVAL)).toHaveLength(1);
  });
});
