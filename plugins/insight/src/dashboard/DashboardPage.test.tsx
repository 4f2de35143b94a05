import { HttpFailure, message } from '@lading/contract';
import { type FakeShell, fakeUser } from '@lading/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openAt } from '../testing/openAt.ts';
import { DashboardPage } from './DashboardPage.tsx';

const PACKAGES = 'POST /ui/api/v1/mds/packages';
const widget = (name: string) => screen.findByRole('region', { name });
const found = (...names: string[]) => ({
  data: {
    packages: {
      edges: names.map((name, at) => ({
        node: {
          id: `npm://${name}`,
          name,
          packageType: 'npm',
          latestVersion: '1.2.0',
          modified: new Date(Date.now() - 3_600_000).toISOString(),
          stats: { downloads: 1200 - 1200 * at, followers: 0 },
          vulnerabilities: { critical: 2, high: 1, medium: 0, low: 0, info: 0, unknown: 0, skipped: 0 },
        },
      })),
      pageInfo: { hasNextPage: false },
    },
  },
});

function open(prepare: (shell: FakeShell) => void) {
  return openAt('/insight', '/insight', DashboardPage, prepare);
}

it('shows packages by last change and by downloads to a user, and nothing for administrators', async () => {
  open((shell) => {
    shell.user.current = fakeUser({ admin: false });
    shell.http.on(PACKAGES, () => found('left-pad', 'tide'));
  });
  const recent = await widget('Recently updated packages');
  expect((await within(recent).findByRole('link', { name: 'left-pad' })).getAttribute('href')).toBe(
    '/ui/packages/npm%3A%2F%2Fleft-pad',
  );
  const downloads = await widget('Most downloaded packages');
  expect(await within(downloads).findByText('1,200 downloads')).toBeTruthy();
  // Never downloaded.
  expect(within(downloads).queryByRole('link', { name: 'tide' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Storage' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull();
});

it('lists starred packages of a user, all on request', async () => {
  open((shell) => {
    shell.user.current = fakeUser({ admin: false });
    shell.http.on(PACKAGES, () => found());
    const packages = Array.from({ length: 9 }, (_, at) => ({
      ...{ id: `npm://star-${at}`, name: `star-${at}`, packageType: 'npm', latestVersion: '1.0.0' },
      ...{ modified: '2026-01-01T10:00:00Z', starred: '2026-01-01T10:00:00Z' },
    }));
    shell.http.on('GET /ui/api/v1/ui/stars', { packages });
  });
  const starred = await widget('Starred packages');
  expect(await within(starred).findAllByRole('link')).toHaveLength(8);
  await userEvent.click(within(starred).getByRole('button', { name: 'Show all' }));
  expect(within(starred).getByRole('link', { name: 'star-8' })).toBeTruthy();
});

it('says what will appear in an empty instance, and links to the next step', async () => {
  open((shell) => {
    shell.user.current = fakeUser({ admin: false });
    shell.http.on(PACKAGES, () => found());
  });
  const recent = await widget('Recently updated packages');
  expect(await within(recent).findByText('No packages')).toBeTruthy();
  expect(within(recent).getByRole('link', { name: 'Browse repositories' })).toBeTruthy();
  expect(await within(await widget('Most downloaded packages')).findByText('No downloads')).toBeTruthy();
});

it('says that vulnerabilities are unknown where no packages are scanned, which is no failure', async () => {
  open((shell) => {
    shell.user.current = fakeUser({ admin: false });
    shell.services.there.add('xray');
    shell.http.on(PACKAGES, ({ options }: { options: { body?: unknown } }) => {
      if (!JSON.stringify(options.body).includes('CRITICAL')) return found('left-pad');
      throw new HttpFailure(400, 'No packages are scanned', 'NOT_SCANNED');
    });
  });
  const vulnerable = await widget('Packages with critical or high vulnerabilities');
  expect(await within(vulnerable).findByText('Vulnerabilities are unknown')).toBeTruthy();
});

it('keeps a failure to its widget, with the cause and Retry', async () => {
  let broken = true;
  open((shell) => {
    shell.user.current = fakeUser({ admin: false });
    shell.http.on(PACKAGES, () => found('left-pad'));
    shell.add('dashboardWidgets', {
      id: 'tide.now',
      label: message('tide.now', 'Current tide'),
      widget: async () => {
        if (broken) throw new HttpFailure(500, 'no water');
        return () => <p>High tide</p>;
      },
    });
  });
  const tide = await widget('Current tide');
  expect(await within(tide).findByText('Failed to load the widget')).toBeTruthy();
  expect(await within(await widget('Recently updated packages')).findByRole('link')).toBeTruthy();
  broken = false;
  await userEvent.click(within(tide).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(within(tide).getByText('High tide')).toBeTruthy());
});

it('shows why problems are unknown when nothing could be checked', async () => {
  open((shell) => {
    shell.user.current = fakeUser({ admin: true });
    for (const path of [
      '/artifactory/api/system/jobs',
      '/ui/api/v1/ui/storage/summary',
      '/ui/api/v1/lading/plugin-health?days=1',
      '/ui/api/v1/system/status/ha',
      '/ui/api/v1/system/status/dependencies',
      '/xray/api/v1/advisories/imports',
      '/event/api/v1/subscriptions',
    ])
      shell.http.on(`GET ${path}`, () => {
        throw new HttpFailure(503, 'The server is busy');
      });
  });
  const attention = await widget('Needs attention');
  expect(await within(attention).findByText('Failed to check for problems')).toBeTruthy();
  expect(within(attention).getByText(/The server is busy/)).toBeTruthy();
  expect(within(attention).queryByText('No problems found')).toBeNull();
});

it('shows problems and storage to an administrator', async () => {
  const counts = { files: 3, bytes: 2048, blobs: 2, storedBytes: 1024 };
  open((shell) => {
    shell.user.current = fakeUser({ admin: true });
    shell.http.on(PACKAGES, () => found('left-pad'));
    shell.http.on('GET /artifactory/api/system/jobs', {
      jobs: [{ name: 'backup', description: 'x', state: 'failed', failures: 2, error: 'disk is full' }],
    });
    const seen = { firstSeen: '2026-11-24T00:00:00Z', lastSeen: '2026-11-24T00:00:00Z' };
    const tide = { plugin: 'tide', version: '1.2.0', loads: 4, failedLoads: 2, failureCount: 2 };
    shell.http.on('GET /ui/api/v1/lading/plugin-health?days=1', {
      plugins: [{ ...tide, ...seen, failures: [] }],
    });
    shell.http.on('GET /ui/api/v1/system/status/ha', { nodes: [] });
    shell.http.on('GET /ui/api/v1/system/status/dependencies', () => {
      throw new HttpFailure(503, 'The server is busy');
    });
    shell.http.on('GET /xray/api/v1/advisories/imports', { imports: [], others: 0 });
    shell.http.on('GET /event/api/v1/subscriptions', [
      { key: 'to chat', enabled: true, health: { state: 'paused', waiting: 3, last_error: 'HTTP 503' } },
    ]);
    shell.http.on('GET /ui/api/v1/ui/storage/summary', {
      calculated: '2026-11-24T00:00:00.000Z',
      calculating: false,
      total: counts,
      unreferenced: { blobs: 0, bytes: 0 },
      repositories: [
        { key: 'npm-local', type: 'local', packageType: 'npm', project: 'default', folders: 1, ...counts },
      ],
      projects: [],
      packageTypes: [],
      history: [],
      disk: { directory: '/srv/lading', totalBytes: 10_240, freeBytes: 5120 },
    });
  });
  const attention = await widget('Needs attention');
  const problem = await within(attention).findByRole('link', {
    name: 'Background job backup failed: disk is full',
  });
  expect(problem.getAttribute('href')).toBe('/ui/admin/monitoring/jobs');
  const failing = within(attention).getByRole('link', {
    name: 'Plugin tide 1.2.0 failed in browsers: 50% of 4 loads in 24 hours',
  });
  expect(failing.getAttribute('href')).toBe('/ui/admin/monitoring/plugin-health');
  const paused = within(attention).getByRole('link', {
    name: 'Webhook to chat is paused after three days without a delivery: HTTP 503',
  });
  expect(paused.getAttribute('href')).toBe('/ui/admin/configuration/webhooks/edit/to%20chat');
  // Not the same as no problems.
  expect(
    within(attention).getByText('Failed to check dependencies of the nodes: The server is busy'),
  ).toBeTruthy();
  const storage = await widget('Storage');
  expect(await within(storage).findByText('1 KiB stored for 2 KiB of files')).toBeTruthy();
  expect(within(storage).getByText('5 KiB of 10 KiB free on the disk of /srv/lading')).toBeTruthy();
  expect(within(storage).getByRole('link', { name: 'npm-local' })).toBeTruthy();
});
