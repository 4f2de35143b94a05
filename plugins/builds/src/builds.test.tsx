import { HttpFailure } from '@lading/contract';
import type { BuildDetails, BuildOverview, BuildRuns } from '@lading/contract/rest';
import { ROW_HEIGHT } from '@lading/ui/table';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { BUILD, BUILDS, buildAddress, fileAddress, RUN, runAddress, versionAddress } from './addresses.ts';
import { BuildListPage } from './list/BuildListPage.tsx';
import { BuildRunPage } from './run/BuildRunPage.tsx';
import { BuildRunsPage } from './runs/BuildRunsPage.tsx';
import { openAt } from './testing/openAt.ts';

const CALL = 'GET /ui/api/v1/ui/builds';
const started = '2026-04-01T00:00:00.000Z';
const overview: BuildOverview = {
  builds: [{ name: 'team/app', runs: 12, lastNumber: '42', lastStarted: started }],
  truncated: false,
};
const runs: BuildRuns = {
  name: 'team/app',
  runs: [{ number: '42', started, createdBy: 'ada', modules: 1, made: 2, used: 3, status: 'staged' }],
  next: null,
};
const file = { type: 'jar', sha1: '', sha256: 'abc', scopes: [] };
const details: BuildDetails = {
  ...{
    name: 'team/app',
    number: '42',
    started,
    createdBy: 'ada',
    agent: 'ci 2',
    buildAgent: '',
    duration: 1500,
  },
  ...{ url: 'javascript:alert(1)', otherRuns: [], promotions: [], mayPromote: false },
  vcs: [{ url: 'https://git.example.org/app.git', revision: 'abc123', branch: 'main', message: '' }],
  modules: [
    {
      id: 'org.example:app:1.0',
      type: 'maven',
      artifacts: [
        {
          ...file,
          name: 'app-1.0.jar',
          found: [
            {
              repo: 'libs',
              path: 'org/example/app/1.0/app-1.0.jar',
              package: { type: 'maven', name: 'org.example:app', version: '1.0' },
            },
          ],
        },
        { ...file, name: 'gone.jar', found: [] },
      ],
      dependencies: Array.from({ length: 120 }, (_, at) => ({
        ...file,
        name: `lib-${at}`,
        scopes: ['compile'],
        found: [],
      })),
    },
  ],
};
const list = (answer: unknown, search = '') =>
  openAt(BUILDS + search, BUILDS, BuildListPage, ({ http }) => http.on(CALL, answer));
const run = (answer: unknown) =>
  openAt(runAddress('team/app', '42'), RUN, BuildRunPage, ({ http }) =>
    http.on(`${CALL}/team%2Fapp/42`, answer),
  );

describe('the list of builds', () => {
  it('shows each build with its latest run', async () => {
    list(overview);
    const link = await screen.findByRole('link', { name: 'team/app' });
    expect(link.getAttribute('href')).toContain('/builds/team%2Fapp');
    expect(screen.getByRole('link', { name: '42' }).getAttribute('href')).toContain('/builds/team%2Fapp/42');
  });

  it('explains how to publish builds when there are none', async () => {
    list({ builds: [], truncated: false });
    expect(await screen.findByText('No builds yet')).toBeTruthy();
    expect(screen.getByText('jf rt build-publish', { selector: 'code' })).toBeTruthy();
  });

  it('keeps its filter in the URL', async () => {
    const shell = list({ builds: [], truncated: false }, '?name=other');
    expect(await screen.findByText('No matching builds')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filter' }));
    expect(shell.navigation.place.search).toBe('');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Filter by name' }), 'app{Enter}');
    expect(shell.navigation.place.search).toBe('?name=app');
  });

  it('shows a failure to load the list, with Retry', async () => {
    const shell = list(() => {
      throw new HttpFailure(503, 'The database rests');
    });
    expect(await screen.findByText('The database rests')).toBeTruthy();
    shell.http.on(CALL, overview);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: 'team/app' })).toBeTruthy();
  });
});

describe('the runs of a build', () => {
  const open = (answer: unknown) =>
    openAt(buildAddress('team/app'), BUILD, BuildRunsPage, ({ http }) =>
      http.on(`${CALL}/team%2Fapp`, answer),
    );

  it('are listed', async () => {
    open(runs);
    const link = await screen.findByRole('link', { name: '42' });
    expect(link.getAttribute('href')).toContain(
      `/builds/team%2Fapp/42?started=${encodeURIComponent(started)}`,
    );
    expect(screen.getByText('staged')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'team/app' })).toBeTruthy();
  });

  it('load more after the first page', async () => {
    const many = Array.from({ length: 600 }, (_, at) => ({ ...runs.runs[0], number: `n${600 - at}` }));
    open(({ options }: { options: { query: { after?: string } } }) =>
      options.query.after === 'there'
        ? { ...runs, runs: many.slice(500) }
        : { ...runs, runs: many.slice(0, 500), next: 'there' },
    );
    expect(await screen.findByRole('link', { name: 'n600' })).toBeTruthy();
    await waitFor(() => {
      fireEvent.scroll(screen.getByRole('grid'), { target: { scrollTop: 600 * ROW_HEIGHT } });
      expect(screen.getByRole('link', { name: 'n1' })).toBeTruthy();
    });
    expect(screen.getByText('600 runs')).toBeTruthy();
  });

  it.each([403, 404])('link to all builds when the build returns %s', async (status) => {
    open(() => {
      throw new HttpFailure(status, 'no');
    });
    expect(
      await screen.findByText('Build “team/app” not found, or you have no permission to view it'),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All builds' })).toBeTruthy();
  });
});

describe('a run of a build', () => {
  it('shows its details, and links its files to packages and the tree', async () => {
    run(details);
    expect(await screen.findByText('abc123')).toBeTruthy();
    expect(screen.getByText('1.5 seconds')).toBeTruthy();
    expect(screen.queryByText('Built with')).toBeNull();
    // A URL with a scheme that executes code is shown as text.
    expect(screen.queryByRole('link', { name: /javascript/ })).toBeNull();
    const made = screen.getByRole('table', { name: 'Artifacts (2)' });
    expect(within(made).getByRole('link', { name: 'org.example:app 1.0' }).getAttribute('href')).toContain(
      '/packages/gav%3A%2F%2Forg.example%3Aapp/1.0',
    );
    expect(
      within(made).getByRole('link', { name: 'libs/org/example/app/1.0/app-1.0.jar' }).getAttribute('href'),
    ).toContain('/repos/tree/General/libs/org/example/app/1.0/app-1.0.jar');
    expect(within(made).getByRole('row', { name: /gone.jar .*Not found/ })).toBeTruthy();
  });

  it('links to the build server on any host, and shows the duration in two units', async () => {
    const url = 'http://jenkins:8080/job/app/42/';
    run({ ...details, url, duration: 5_400_000 });
    expect((await screen.findByRole('link', { name: url })).getAttribute('href')).toBe(url);
    expect(screen.getByText('1 hour, 30 minutes')).toBeTruthy();
  });

  it('renders many files in steps', async () => {
    run(details);
    const used = await screen.findByRole('table', { name: 'Dependencies (120)' });
    expect(within(used).getAllByRole('row')).toHaveLength(101);
    await userEvent.click(screen.getByRole('button', { name: 'Show 20 more' }));
    expect(within(used).getAllByRole('row')).toHaveLength(121);
  });

  it('shows that it has no modules', async () => {
    run({ ...details, modules: [] });
    expect(await screen.findByText('No modules')).toBeTruthy();
  });

  it('links to the build when it does not exist', async () => {
    run(() => {
      throw new HttpFailure(404, 'no');
    });
    expect(
      await screen.findByText('Run “42” of “team/app” not found, or you have no permission to view it'),
    ).toBeTruthy();
  });

  it('shows a failure to load it, with Retry', async () => {
    const shell = run(() => {
      throw new HttpFailure(502, 'Nobody is there');
    });
    expect(await screen.findByText('Nobody is there')).toBeTruthy();
    shell.http.on(`${CALL}/team%2Fapp/42`, details);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('abc123')).toBeTruthy();
  });
});

it('escapes names in URLs', () => {
  expect(fileAddress({ repo: 'a', path: 'b c/d#?' })).toBe('/repos/tree/General/a/b%20c/d%23%3F');
  expect(versionAddress({ type: 'npm', name: '@a/b', version: '1' })).toBe(
    '/packages/npm%3A%2F%2F%40a%2Fb/1',
  );
});
