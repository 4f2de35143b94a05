import type { BundleComparison, BundleOverview } from '@lading/contract/rest';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { VERSION } from './addresses.ts';
import { Overview } from './overview/Overview.tsx';
import { openAt } from './testing/openAt.ts';

const CALL = '/ui/api/v1/ui/releaseBundles';
const created = '2026-04-01T00:00:00.000Z';
const overview: BundleOverview = {
  environments: [
    { environment: 'DEV', current: '2.0', previous: '1.0' },
    { environment: 'PROD', current: '1.0', previous: null },
  ],
  edges: ['berlin'],
  versions: [
    { version: '2.0', created, promoted: [{ environment: 'DEV', created }], edges: [] },
    {
      ...{ version: '1.0', created, edges: ['berlin'] },
      promoted: ['DEV', 'PROD'].map((environment) => ({ environment, created })),
    },
  ],
};
const comparison: BundleComparison = {
  packages: [{ what: 'changed', type: 'npm', name: 'kite', before: ['1.0.0'], now: ['1.1.0'] }],
  ...{ changedPackages: 1, added: 1, removed: 0, changed: 1, same: 3, bytes: -1024 },
  lines: [
    { what: 'added', path: 'libs/new.bin', size: 10, before: null },
    { what: 'changed', path: 'libs/app.bin', size: 10, before: 1024 },
  ],
};

const open = (answer: BundleOverview = overview) =>
  openAt(
    '/release-bundles/source/app/2.0',
    VERSION,
    () => <Overview name="app" version="2.0" mayPromote onChanged={() => {}} />,
    ({ http }) =>
      http.on(`GET ${CALL}/environments`, answer).on(`GET ${CALL}/app/2.0/compare/1.0`, comparison),
  );

it('shows which version is in which environment, and on which edge', async () => {
  open();
  const table = within(await screen.findByRole('table'));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Version', 'Environments', 'Edges', 'DEV', 'PROD', 'berlin'],
  ]);
  const cells = (version: string) =>
    within(table.getByRole('link', { name: version }).closest('tr') as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => /^(Current|Promoted earlier|Received|–)/.exec(textContent ?? '')?.[0]);
  expect(cells('2.0')).toEqual(['Current', '–', '–']);
  expect(cells('1.0')).toEqual(['Promoted earlier', 'Current', 'Received']);
  expect(table.getByRole('link', { name: '2.0' }).getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('button', { name: 'Roll back DEV to 1.0' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Roll back PROD/ })).toBeNull();
});

it('compares the version with another one', async () => {
  open();
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Compare with' }), '1.0');
  expect(
    await screen.findByText('Files: 1 added, 1 changed, 0 removed, 3 unchanged. Difference in size: −1 KiB.'),
  ).toBeTruthy();
  const packages = within(screen.getByRole('list', { name: 'Changed packages' }));
  expect(packages.getByRole('listitem').textContent).toBe('Changed kite npm 1.0.0 → 1.1.0');
  expect(screen.getByText('libs/app.bin').closest('li')?.textContent).toMatch(/^Changed .*1 KiB → 10 B/);
});

it('shows that no version was promoted', async () => {
  open({ environments: [], edges: [], versions: overview.versions.slice(0, 1) });
  expect(await screen.findByText(/No version has been promoted/)).toBeTruthy();
  expect(screen.queryByRole('combobox')).toBeNull();
});
