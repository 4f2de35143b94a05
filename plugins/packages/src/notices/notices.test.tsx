import type { PlatformUsage } from '@lading/contract/rest';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PackageListPage } from '../list/PackageListPage.tsx';
import { openAt } from '../testing/openAt.ts';
import { onOnePage, samplePackage } from '../testing/samples.ts';

const gib = 1024 ** 3;
const usage = (more: Partial<PlatformUsage>): PlatformUsage => ({
  transfer: { month: '2026-11', bytes: 0, quota: null },
  upgradeUrl: '',
  migrations: [],
  ...more,
});

function open(answer: PlatformUsage) {
  return openAt('/packages', '/packages', PackageListPage, ({ http }) => {
    http.on('POST /ui/api/v1/mds/packages', { data: { packages: onOnePage([samplePackage()]) } });
    http.on('GET /ui/api/v1/ui/usage', answer);
  });
}

it('shows that the monthly data transfer quota is used up, with a link to upgrade [pkg-10]', async () => {
  open(
    usage({
      transfer: { month: '2026-11', bytes: 10.5 * gib, quota: 10 * gib },
      upgradeUrl: 'https://subscriptions.example.org/',
    }),
  );
  const notice = await screen.findByText(/^You have reached the monthly data transfer quota/);
  expect(notice.textContent).toContain('10.5 GiB of 10 GiB');
  expect(screen.getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe(
    'https://subscriptions.example.org/',
  );
});

it('shows that a migration is running, and its progress [pkg-10]', async () => {
  open(usage({ migrations: [{ name: 'dependents', done: 1200, total: 5000 }] }));
  expect(await screen.findByText(/^A migration is running: 1,200 of 5,000 packages completed/)).toBeTruthy();
});

it('shows nothing while quota remains and no migration runs', async () => {
  const shell = open(usage({ transfer: { month: '2026-11', bytes: 1, quota: 10 * gib } }));
  await screen.findByRole('link', { name: 'left-pad' });
  await expect
    .poll(() => shell.http.calls.some(({ path }) => path.endsWith('/usage')), { timeout: 10_000 })
    .toBe(true);
  expect(screen.queryByText(/quota|migration/)).toBeNull();
});
