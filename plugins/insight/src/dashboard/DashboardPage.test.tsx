import { HttpFailure, message } from '@lading/contract';
import { type FakeShell, fakeUser } from '@lading/contract/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { runInAction } from 'mobx';
import { describe, expect, it } from 'vitest';
import plugin from '../plugin.ts';
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

it('leads from an empty instance to the first package, and notices it without a reload', async () => {
  let packages: string[] = [];
  let broken = false;
  const shell = open((shell) => {
    shell.user.current = fakeUser({ admin: false });
    shell.features.on.add('COMMON.NEW_SET_ME_UP');
    shell.http.on(PACKAGES, () => {
      if (broken) throw new HttpFailure(503, 'The server is busy');
      return found(...packages);
    });
    shell.http.on('GET /ui/api/v1/ui/repodata', {
      repoTypesList: ['npm-local', 'plugins-local', 'tea-npm'].map((repoKey) => ({
        ...{ repoKey, repoType: 'npm', type: 'LOCAL' },
      })),
      fileUploadMaxSizeMb: 100,
    });
  });
  const recent = within(await widget('Recently updated packages'));
  const steps = await recent.findAllByRole('heading', { level: 3 });
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'Create or select a repository',
    'Set up your client',
    'See the first package arrive',
  ]);
  const repositories = await recent.findByRole('combobox', { name: 'Repository to publish to' });
  expect(within(repositories).getAllByRole('option')).toHaveLength(2);
  await userEvent.selectOptions(repositories, 'tea-npm');
  expect(recent.getByRole('link', { name: 'Set Me Up' }).getAttribute('href')).toBe(
    '/ui/set-me-up?repo=tea-npm',
  );
  expect(await within(await widget('Most downloaded packages')).findByText('No downloads')).toBeTruthy();

  broken = true;
  await act(() => shell.periodic.tick());
  expect(recent.getByText('Failed to look for packages, retrying: The server is busy')).toBeTruthy();
  broken = false;
  packages = ['left-pad'];
  await act(() => shell.periodic.tick());
  expect(await recent.findByRole('link', { name: 'left-pad' })).toBeTruthy();
  expect(recent.getByText('The first package has arrived: left-pad')).toBeTruthy();
  expect(shell.periodic.jobs).toEqual([]);
});

it('offers administrators to create a repository, and others to ask one', async () => {
  const nowhere = { repoTypesList: [], fileUploadMaxSizeMb: 100 };
  for (const [admin, link, address] of [
    [true, 'Create a repository', '/ui/admin/quick-setup'],
    [false, 'Browse repositories', '/ui/repos/tree'],
  ] as const) {
    open((shell) => {
      shell.user.current = fakeUser({ admin });
      shell.http.on(PACKAGES, () => found());
      shell.http.on('GET /ui/api/v1/ui/repodata', nowhere);
    });
    const recent = within(await widget('Recently updated packages'));
    expect((await recent.findByRole('link', { name: link })).getAttribute('href')).toBe(address);
    cleanup();
  }
});

it('lists searches that the user can repeat, the last one first', async () => {
  open((shell) => {
    shell.user.current = fakeUser({ admin: false });
    shell.http.on(PACKAGES, () => found());
    shell.add('searchCategories', {
      ...{ id: 'packages', label: message('test.packages', 'Packages'), path: '/packages' },
    });
    shell.searches.add({ type: 'gone', queryString: 'name=x', searchModel: { name: 'x' } });
    shell.searches.add({ type: 'packages', queryString: 'query=old', searchModel: { name: 'old' } });
    shell.searches.add({
      ...{ type: 'packages', queryString: 'query=react+type%3Anpm' },
      searchModel: { searchType: 'words', name: 'react type:npm' },
    });
  });
  const searches = within(await widget('Recent searches'));
  const links = await searches.findAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['react type:npm', 'old']);
  expect(links[0]?.getAttribute('href')).toBe('/ui/packages?query=react+type%3Anpm');
});

describe('vulnerabilities', () => {
  const FACETS = 'POST /ui/api/v1/ui/v1/native/facets/more';
  const NEW = 'GET /xray/ui/vulnerabilities/new';
  const scannedShell = (shell: FakeShell) => {
    shell.user.current = fakeUser({ admin: false });
    shell.services.there.add('xray');
    shell.http.on(PACKAGES, () => found('left-pad'));
  };
  const counts = (critical: number) => [
    ...[{ value: 'critical', count: critical }],
    ...['high', 'medium', 'low'].map((value) => ({ value, count: 0 })),
  ];
  const facets = { projects: [], capped: false, partial: false, unknownTypes: [] as string[] };
  const nothing = { vulnerabilities: [], days: 30, waiting: false, complete: true, unknownTypes: [] };

  it('are unknown, never 0, where no packages are scanned', async () => {
    open((shell) => {
      scannedShell(shell);
      shell.http.on(FACETS, { ...facets, severities: [], unknownTypes: ['npm'] });
      shell.http.on(NEW, { ...nothing, scanned: false });
    });
    for (const name of ['Vulnerabilities by severity', 'Newly found vulnerabilities']) {
      const shown = within(await widget(name));
      expect(await shown.findByText('Vulnerabilities are unknown')).toBeTruthy();
      expect(shown.queryByText(/0|No vulnerabilities/)).toBeNull();
    }
  });

  it('are counted by severity, next to the types whose vulnerabilities are unknown', async () => {
    open((shell) => {
      scannedShell(shell);
      shell.http.on(FACETS, { ...facets, severities: counts(2), unknownTypes: ['generic', 'helm'] });
      shell.http.on(NEW, { ...nothing, scanned: true });
    });
    const shown = within(await widget('Vulnerabilities by severity'));
    const [critical] = await shown.findAllByRole('listitem');
    expect(critical?.textContent).toBe('Critical2 packages');
    expect(shown.getByRole('link', { name: 'Critical' }).getAttribute('href')).toContain(
      '/ui/packages?severities=critical',
    );
    expect(shown.getByText(/Not scanned, or only in part: generic, helm\./)).toBeTruthy();
    const recent = within(await widget('Newly found vulnerabilities'));
    expect(await recent.findByText('No vulnerabilities found in the last 30 days')).toBeTruthy();
  });

  it('of which only some were counted are not shown as none', async () => {
    open((shell) => {
      scannedShell(shell);
      shell.http.on(FACETS, { ...facets, severities: counts(20_000), capped: true });
      shell.http.on(NEW, { ...nothing, scanned: true });
    });
    const rows = await within(await widget('Vulnerabilities by severity')).findAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent).slice(0, 2)).toEqual([
      'CriticalAt least 20,000 packages',
      'HighUnknown: too many packages',
    ]);
  });

  it('that were found recently link to the affected version, within the selected project', async () => {
    const { http } = open((shell) => {
      scannedShell(shell);
      shell.project.current = 'tea';
      shell.http.on('GET /artifactory/api/repositories', [{ key: 'tea-npm' }]);
      shell.http.on(FACETS, { ...facets, severities: counts(1) });
      shell.http.on(NEW, {
        ...{ ...nothing, scanned: true, waiting: true, complete: false, unknownTypes: ['generic'] },
        vulnerabilities: [
          {
            ...{ advisory: 'CVE-2026-1', title: 'Opens all doors', severity: 'critical' },
            ...{ package_id: 'npm://left-pad', package_name: 'left-pad', version: '1.0.0' },
            found: '2026-01-01T00:00:00Z',
          },
        ],
      });
    });
    const shown = within(await widget('Newly found vulnerabilities'));
    expect((await shown.findByRole('link', { name: 'left-pad 1.0.0' })).getAttribute('href')).toBe(
      '/ui/packages/npm%3A%2F%2Fleft-pad/1.0.0',
    );
    const call = http.calls.find(({ path }) => NEW.endsWith(path));
    expect(call?.options.query).toEqual({ limit: '6', project: 'tea' });
    expect(shown.getByText('Opens all doors')).toBeTruthy();
    expect(shown.getByText('Versions are waiting for their scan.')).toBeTruthy();
    expect(shown.getByText(/Some can be missing/)).toBeTruthy();
    expect(shown.getByText(/generic/)).toBeTruthy();
  });

  it('are loaded before the services are known, and unknown where scanning is off', async () => {
    const shell = open((shell) => {
      shell.user.current = fakeUser({ admin: false });
      shell.services.known = false;
      shell.http.on(PACKAGES, () => found('left-pad'));
      shell.http.on(FACETS, { ...facets, severities: [] });
      shell.http.on(NEW, () => {
        throw new HttpFailure(404, 'Scanning is off', 'SERVICE_NOT_HERE');
      });
    });
    const recent = within(await widget('Newly found vulnerabilities'));
    expect(await recent.findByText('Vulnerabilities are unknown')).toBeTruthy();
    act(() => runInAction(() => (shell.services.known = true)));
    expect(screen.queryByRole('region', { name: 'Newly found vulnerabilities' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Vulnerabilities by severity' })).toBeNull();
  });

  it('that failed to load do not look like none', async () => {
    open((shell) => {
      scannedShell(shell);
      for (const call of [FACETS, NEW])
        shell.http.on(call, () => {
          throw new HttpFailure(503, 'The server is busy');
        });
    });
    for (const name of ['Vulnerabilities by severity', 'Newly found vulnerabilities']) {
      const shown = within(await widget(name));
      expect(await shown.findByText(/The server is busy/)).toBeTruthy();
      expect(shown.getByRole('button', { name: 'Retry' })).toBeTruthy();
    }
  });
});

it.each([
  ['without an error', () => undefined],
  [
    'as other servers say',
    () => {
      throw new HttpFailure(400, 'No packages are scanned', 'NOT_SCANNED');
    },
  ],
])('says that vulnerabilities are unknown where no packages are scanned, %s', async (_how, answer) => {
  open((shell) => {
    shell.user.current = fakeUser({ admin: false });
    shell.services.there.add('xray');
    shell.http.on(PACKAGES, ({ options }: { options: { body?: unknown } }) => {
      if (!JSON.stringify(options.body).includes('CRITICAL')) return found('left-pad');
      return answer();
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
  const shell = open((shell) => {
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
  // Both widgets need it.
  expect(shell.http.calls.filter(({ path }) => path.endsWith('/storage/summary'))).toHaveLength(1);
});

it.each([
  ['an administrator', { admin: true }, ['Storage', 'tea-npm']],
  // The page of the storage is for administrators.
  ['an administrator of the project', { admin: false, projectAdmin: true }, ['tea-npm']],
])(
  'shows the storage, quota, and repositories of the selected project to %s',
  async (_who, rights, links) => {
    const counts = { files: 3, bytes: 2048, blobs: 2, storedBytes: 1024 };
    open((shell) => {
      shell.user.current = fakeUser(rights);
      shell.project.current = 'tea';
      shell.http.on('GET /artifactory/api/repositories', [{ key: 'tea-npm' }]);
      shell.http.on(PACKAGES, () => found('left-pad'));
      shell.http.on('GET /ui/api/v1/ui/storage/projects/tea', {
        calculated: '2026-11-24T00:00:00.000Z',
        usage: { key: 'tea', ...counts, quotaBytes: 4096 },
        repositories: [
          { key: 'tea-npm', type: 'local', packageType: 'npm', project: 'tea', folders: 1, ...counts },
        ],
        history: [
          { day: '2026-01-01', ...counts, storedBytes: 512 },
          { day: '2026-01-02', ...counts },
        ],
      });
    });
    const storage = within(await widget('Storage'));
    expect(await storage.findByText(/1 KiB stored for 2 KiB of files/)).toBeTruthy();
    expect(storage.getByText('2 KiB of the quota of 4 KiB in use')).toBeTruthy();
    expect(storage.getByLabelText('Stored bytes in the last 2 days: 512 B to 1 KiB')).toBeTruthy();
    expect(storage.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(links);
  },
);

it.each([
  ['users', false, 7],
  ['administrators', true, 14],
])('sends the requests that the browser sends ahead for %s', async (_who, isAdmin, count) => {
  const { http } = open((shell) => {
    shell.user.current = fakeUser({ admin: isAdmin });
    shell.services.there.add('xray');
    shell.http.on(PACKAGES, () => found('left-pad'));
  });
  await widget('Vulnerabilities by severity');
  const addressOf = (path: string, query: object = {}) =>
    [path, new URLSearchParams({ ...query }).toString()].filter(Boolean).join('?');
  const sent = http.calls.map(({ method, path, options: { query, body } }) =>
    JSON.stringify([method, addressOf(path, query), body]),
  );
  const ahead = (plugin.routes?.[0]?.ahead ?? []).filter(({ admin }) => isAdmin || !admin);
  expect(ahead).toHaveLength(count);
  for (const { method = 'GET', path, body } of ahead)
    expect(sent).toContain(JSON.stringify([method, path, body]));
});
