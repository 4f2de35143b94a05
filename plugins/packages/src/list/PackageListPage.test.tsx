import { HttpFailure } from '@lading/contract';
import type { PackageFacets } from '@lading/contract/rest';
import { type FakeCall, type FakeShell, fakeUser } from '@lading/contract/testing';
import { renderInShell } from '@lading/ui/testing';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { runInAction } from 'mobx';
import { beforeAll, describe, expect, it } from 'vitest';
import plugin from '../plugin.ts';
import { readPackageQuery } from '../query/packageQuery.ts';
import { inNarrowWindow, onPhone } from '../testing/onPhone.ts';
import { openAt } from '../testing/openAt.ts';
import { onOnePage, samplePackage } from '../testing/samples.ts';
import { PackageListPage } from './PackageListPage.tsx';
import { PackageListStore } from './PackageListStore.ts';

// What draws the choice of types takes its time to be read for the first time.
beforeAll(() => import('./FacetDropdown.tsx'));

const CALL = 'POST /ui/api/v1/mds/packages';
const FACETS = 'POST /ui/api/v1/ui/v1/native/facets';

function open(search: string, packages: unknown, facets?: PackageFacets) {
  return openAt(`/packages${search}`, '/packages', PackageListPage, ({ http }) => {
    if (facets) http.on(FACETS, facets);
    http.on(CALL, packages);
    http.on('GET /artifactory/api/repositories', [
      { key: 'npm', type: 'VIRTUAL', packageType: 'npm' },
      { key: 'npm-local', type: 'LOCAL', packageType: 'npm' },
      { key: 'docker-local', type: 'LOCAL', packageType: 'docker' },
      { key: 'old', type: 'LOCAL', packageType: 'dockerV1' },
    ]);
    http.on('GET /ui/api/v1/ui/repodata', {
      repoTypesList: [
        { repoKey: 'plugins-local', repoType: 'npm', type: 'LOCAL' },
        { repoKey: 'npm-local', repoType: 'npm', type: 'LOCAL' },
        { repoKey: 'npm', repoType: 'npm', type: 'VIRTUAL' },
      ],
    });
  });
}

/** The variables of the list's calls. */
function asked(shell: FakeShell) {
  return shell.http.calls
    .filter(({ path }) => path === '/ui/api/v1/mds/packages')
    .map(({ options }) => (options.body as { graphQL: { variables: unknown } }).graphQL.variables);
}

const found = { data: { packages: onOnePage([samplePackage()]) } };
const nothing = { data: { packages: onOnePage([]) } };

it('says that a search is not understood, and other failures of the list', async () => {
  const fail = (status: number, why: string) => () => {
    throw new HttpFailure(status, why);
  };
  open('?query=severity%3Anone', fail(400, 'Invalid search at character 1: unknown severity.'));
  expect(await screen.findByText('Search not understood')).toBeTruthy();
  expect(screen.getByText(/at character 1: unknown severity/)).toBeTruthy();
  expect(screen.queryByText(/Failed to load packages/)).toBeNull();
  cleanup();
  open('?query=react', fail(500, 'The database is down.'));
  expect(await screen.findByText('Failed to load packages')).toBeTruthy();
});

describe('a name in the address', () => {
  it.each(['ab', '*ab*', '**', '"ab"', ' a? '])(
    'that is as short as %s is not searched for unless the user is an administrator [srch-06]',
    async (name) => {
      const place = `/packages?name=${encodeURIComponent(name)}`;
      const shell = openAt(place, '/packages', PackageListPage, ({ http, user }) => {
        user.current = fakeUser({ admin: false });
        http.on(CALL, found);
        http.on('GET /artifactory/api/repositories', []);
      });
      expect(await screen.findByText('Enter at least 3 characters to search by name')).toBeTruthy();
      expect(screen.queryByRole('link', { name: 'left-pad' })).toBeNull();
      expect(asked(shell)).toEqual([]);
      await userEvent.type(screen.getByRole('combobox', { name: /name/i }), 'cde');
      expect(await screen.findByRole('link', { name: 'left-pad' })).toBeTruthy();
    },
  );

  it('of one character is searched for by an administrator [srch-06]', async () => {
    const shell = openAt('/packages?name=a', '/packages', PackageListPage, ({ http, user }) => {
      user.current = fakeUser({ admin: true });
      http.on(CALL, found);
      http.on('GET /artifactory/api/repositories', []);
    });
    expect(await screen.findByRole('link', { name: 'left-pad' })).toBeTruthy();
    expect(asked(shell)).toHaveLength(1);
  });

  it('shows an unknown type by its name next to known types [pkg-06]', async () => {
    open('?package_type=npm&package_type=rpmx&package_type=releasebundles', nothing);
    expect(
      await screen.findByText('Unknown package types: rpmx, releasebundles. Select types from the list.'),
    ).toBeTruthy();
  });

  it('may stand beside a version, which is any of the package [pkg-06]', async () => {
    const shell = open('?version=1.0', found);
    await screen.findByRole('link', { name: 'left-pad' });
    expect(asked(shell)[0]).toMatchObject({ filter: { version: '*1.0*' } });
  });
});

describe('the list of packages', () => {
  it('shows the details of each package, with a link to it [pkg-01] [pkg-02]', async () => {
    open('', found);
    const link = await screen.findByRole('link', { name: 'left-pad' });
    expect(link.getAttribute('href')).toBe('/ui/packages/npm%3A%2F%2Fleft-pad');
    const row = link.closest('[role=row]');
    for (const text of ['Pads on the left', 'npm', '1.3.0', '2', '1,234']) {
      expect(row?.textContent).toContain(text);
    }
    expect(screen.getByRole('status').textContent).toBe('1 package');
  });

  it('keeps the severity column in place until it is known whether scanning is available [pkg-10]', async () => {
    const of = (known: boolean) =>
      openAt('/packages', '/packages', PackageListPage, ({ http, services }) => {
        http.on(CALL, found);
        services.known = known;
      });
    of(false);
    await screen.findByRole('link', { name: 'left-pad' });
    expect(screen.getByText('Security')).toBeTruthy();
    cleanup();
    of(true);
    await screen.findByRole('link', { name: 'left-pad' });
    expect(screen.queryByText('Security')).toBeNull();
  });

  it('shows results before the filter fields on a phone', async () => {
    onPhone();
    open('?licenses=MIT&description=pads', found);
    await screen.findByRole('link', { name: 'left-pad' });
    const more = screen.getByRole('button', { name: 'More filters (1)' });
    expect(more.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(more);
    expect(await screen.findByLabelText('Description')).toHaveProperty('value', 'pads');
  });

  it('shows severities on a phone too, beside the type [pkg-02]', async () => {
    onPhone();
    const vulnerabilities = { critical: 1, high: 0, medium: 2, low: 0, info: 0, unknown: 0, skipped: 0 };
    openAt('/packages', '/packages', PackageListPage, ({ http, services }) => {
      http.on(CALL, { data: { packages: onOnePage([samplePackage({ vulnerabilities })]) } });
      services.there.add('xray');
    });
    const row = (await screen.findByRole('link', { name: 'left-pad' })).closest('[role=row]');
    expect(row?.querySelector('[data-phone=second]')?.textContent).toBe('npmC 1M 2');
  });

  it('shows type and severities below the name in a window without room for columns [pkg-02]', async () => {
    inNarrowWindow();
    const vulnerabilities = { critical: 1, high: 0, medium: 2, low: 0, info: 0, unknown: 0, skipped: 0 };
    openAt('/packages', '/packages', PackageListPage, ({ http, services }) => {
      http.on(CALL, { data: { packages: onOnePage([samplePackage({ vulnerabilities })]) } });
      services.there.add('xray');
    });
    const row = (await screen.findByRole('link', { name: 'left-pad' })).closest('[role=row]');
    expect(row?.querySelector('.packages-second')?.textContent).toBe('npmC 1M 2');
    expect(screen.queryByRole('columnheader', { name: 'Type' })).toBeNull();
    expect(screen.getByRole('columnheader', { name: /^Modified/ })).toBeTruthy();
  });

  it('is of the repositories of the selected project', async () => {
    const shell = openAt(
      '/packages?repos=docker-local&repos=secret',
      '/packages',
      PackageListPage,
      ({ http, project }) => {
        project.current = 'tea';
        http.on(CALL, found);
        http.on('GET /artifactory/api/repositories', ({ options }: FakeCall) =>
          options.query?.project === 'tea' ? [{ key: 'tea-npm' }, { key: 'docker-local' }] : [],
        );
      },
    );
    await screen.findByRole('link', { name: 'left-pad' });
    expect(asked(shell)).toMatchObject([{ filter: { repositoriesIn: [{ name: 'docker-local' }] } }]);
    await shell.navigation.go('/packages');
    await waitFor(() =>
      expect(asked(shell).at(-1)).toMatchObject({
        filter: { repositoriesIn: [{ name: 'tea-npm' }, { name: 'docker-local' }] },
      }),
    );
    const href = screen.getByRole('link', { name: /CSV/ }).getAttribute('href') ?? '';
    expect(JSON.parse(new URLSearchParams(href.split('?')[1]).get('variables') ?? '')).toMatchObject({
      filter: { repositoriesIn: [{ name: 'tea-npm' }, { name: 'docker-local' }] },
    });
    act(() => {
      shell.project.current = undefined;
    });
    await waitFor(() => expect(asked(shell).at(-1)).toMatchObject({ filter: {} }));
  });

  it('explains the page of a project without packages', async () => {
    const shell = openAt('/packages', '/packages', PackageListPage, ({ http, project }) => {
      project.current = 'tea';
      http.on('GET /artifactory/api/repositories', []);
    });
    expect(await screen.findByText('This project has no packages yet')).toBeTruthy();
    expect(asked(shell)).toEqual([]);
  });

  it('uses the request that the page sent early', async () => {
    const shell = open('', found);
    await screen.findByRole('link', { name: 'left-pad' });
    const [ahead] = plugin.routes?.[0]?.ahead ?? [];
    const call = shell.http.calls.find(({ path }) => path === ahead?.path);
    expect([call?.method, JSON.stringify(call?.options.body)]).toEqual([
      ahead?.method,
      JSON.stringify(ahead?.body),
    ]);
  });

  it('requests 100 by name ascending, with the query of the URL [pkg-05] [pkg-06] [srch-08]', async () => {
    const shell = open('', found);
    await screen.findByRole('link', { name: 'left-pad' });
    expect(asked(shell)).toEqual([
      { filter: { ignoreConsolePlugins: true }, first: 100, orderBy: { field: 'NAME', direction: 'ASC' } },
    ]);
    await shell.navigation.go('/packages?name=left&package_type=npm&sort_by=downloads&sort_type=descend');
    await waitFor(() => expect(asked(shell)).toHaveLength(2));
    expect(asked(shell)[1]).toEqual({
      filter: { name: '*left*', packageTypeIn: ['npm'] },
      first: 100,
      orderBy: { field: 'DOWNLOADS', direction: 'DESC' },
    });
  });

  it('keeps name, type and order in the address', async () => {
    const shell = open('', found);
    await userEvent.click(await screen.findByRole('button', { name: 'Modified' }));
    expect(shell.navigation.place.search).toBe('?sort_by=modified');
    await userEvent.type(screen.getByRole('combobox', { name: 'Search by name or description' }), 'left');
    await waitFor(() => expect(shell.navigation.place.search).toBe('?query=left&sort_by=modified'));
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(shell.navigation.place.search).toBe('?sort_by=modified');
    await userEvent.hover(screen.getByRole('button', { name: 'Package type' }));
    await userEvent.click(await screen.findByRole('combobox', { name: 'Package type' }));
    expect(await screen.findByRole('option', { name: 'Docker' })).toBeTruthy();
    expect(screen.getAllByRole('option')).toHaveLength(2);
    await userEvent.click(screen.getByRole('option', { name: 'npm' }));
    expect(shell.navigation.place.search).toBe('?package_type=npm&sort_by=modified');
  });

  it('completes keys and values of conditions, and searches for the result', async () => {
    const shell = open('', found, {
      types: [{ value: 'npm', count: 12 }],
      ...{ repositories: [], licenses: [], capped: false, partial: false },
    });
    await screen.findByRole('link', { name: 'left-pad' });
    const box = screen.getByRole('combobox', { name: 'Search by name or description' });
    await userEvent.type(box, 'pad ty');
    expect(await screen.findByRole('option', { name: 'type:' })).toBeTruthy();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(box).toHaveProperty('value', 'pad type:');
    expect(shell.navigation.place.search).not.toContain('type');
    await userEvent.click(await screen.findByRole('option', { name: 'npm' }));
    await waitFor(() => expect(shell.navigation.place.search).toBe('?query=pad+type%3Anpm'));
    expect(asked(shell).at(-1)).toEqual({ filter: { search: 'pad type:npm' }, first: 100 });
    await userEvent.clear(box);
    await waitFor(() => expect(shell.navigation.place.search).toBe(''));
  });

  it('completes projects while their name or key is typed', async () => {
    const shell = open('', found);
    shell.http.on('GET /ui/api/v1/access/projects', ({ options }: FakeCall) => {
      expect(options.query).toMatchObject({ limit: '8' });
      return {
        projects: options.query?.search === 'bis' ? [{ key: 'tea', name: 'Tea and Biscuits' }] : [],
        ...{ total: 1, mayCreate: false },
      };
    });
    await screen.findByRole('link', { name: 'left-pad' });
    const box = screen.getByRole('combobox', { name: 'Search by name or description' });
    await userEvent.type(box, 'pad project:bis');
    await userEvent.click(await screen.findByRole('option', { name: 'tea Tea and Biscuits' }));
    expect(box).toHaveProperty('value', 'pad project:tea');
    await waitFor(() => expect(shell.navigation.place.search).toBe('?query=pad+project%3Atea'));
  });

  it('says which ranges of a dependency could not be compared, also for a search in the URL', async () => {
    const NOTES = 'POST /ui/api/v1/ui/v1/native/search_notes';
    const query = '?query=dependency%3Alodash%3E4&repos=npm-local';
    const shell = openAt(`/packages${query}`, '/packages', PackageListPage, ({ http }) => {
      http.on(CALL, nothing);
      http.on('GET /artifactory/api/repositories', []);
      http.on(NOTES, {
        unknownRanges: [{ dependency: 'lodash', packages: 2, ranges: ['latest', 'git+https://x'] }],
        unknownRepositories: [],
      });
    });
    expect(
      await screen.findByText(
        '2 packages that depend on lodash are left out, because their ranges cannot be compared: latest, git+https://x',
      ),
    ).toBeTruthy();
    const call = shell.http.calls.find(({ path }) => NOTES.endsWith(path));
    expect(call?.options.body).toEqual({ search: 'dependency:lodash>4', repos: ['npm-local'], projects: [] });
    cleanup();
    openAt(`/packages${query}`, '/packages', PackageListPage, ({ http }) => {
      http.on(CALL, nothing);
      http.on('GET /artifactory/api/repositories', []);
      http.on(NOTES, () => {
        throw new HttpFailure(503, 'The server is busy');
      });
    });
    expect(
      await screen.findByText('Failed to check the conditions of the search: The server is busy'),
    ).toBeTruthy();
  });

  it('says that packages are only similar', async () => {
    const packages = onOnePage([samplePackage()]);
    const pageInfo = { ...packages.pageInfo, similar: true };
    open('?query=lfet-pad', { data: { packages: { ...packages, pageInfo } } });
    expect(await screen.findByText('No results for “lfet-pad”. Up to 20 similar packages:')).toBeTruthy();
  });

  it('shows the results of a corrected search, with a link to all of them', async () => {
    const packages = onOnePage([samplePackage()]);
    const pageInfo = { ...packages.pageInfo, similar: true, correctedSearch: 'left-pad type:npm' };
    const shell = open('?query=lfet-pad+type%3Anpm&licenses=MIT', {
      data: { packages: { ...packages, pageInfo } },
    });
    const says = 'No results for “lfet-pad type:npm”. Showing results for “left-pad type:npm”.';
    expect((await screen.findByRole('status', { name: '' })).textContent).toContain(says);
    await userEvent.click(screen.getByRole('link', { name: 'Show all results for “left-pad type:npm”' }));
    expect(shell.navigation.place.search).toBe('?query=left-pad+type%3Anpm&licenses=MIT');
    await waitFor(() =>
      expect(asked(shell).at(-1)).toMatchObject({ filter: { search: 'left-pad type:npm' } }),
    );
  });

  it('offers a known repository in place of an unknown one', async () => {
    const address = '/packages?query=npm-locla+repo%3Anpm-locla';
    const shell = openAt(address, '/packages', PackageListPage, ({ http }) => {
      http.on(CALL, nothing);
      http.on('GET /artifactory/api/repositories', []);
      http.on('POST /ui/api/v1/ui/v1/native/search_notes', {
        unknownRanges: [],
        unknownRepositories: [
          { given: 'npm-locla', meant: 'npm-local' },
          { given: 'qq*', meant: null },
        ],
      });
    });
    expect(await screen.findByText(/Repository “qq\*” not found\.$/)).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Search in npm-local' }));
    expect(shell.navigation.place.search).toBe('?query=npm-locla+repo%3Anpm-local');
  });

  it('offers all values with their numbers, and shows selected ones as chips [pkg-06]', async () => {
    const shell = open('?licenses=MIT', found, {
      types: [{ value: 'npm', count: 12 }],
      repositories: [{ value: 'npm-local', count: 12 }],
      licenses: [
        { value: 'MIT', count: 1200 },
        { value: 'ISC', count: 1 },
      ],
      ...{ capped: true, partial: false },
    });
    await userEvent.hover(await screen.findByRole('button', { name: 'License' }));
    await userEvent.click(await screen.findByRole('combobox', { name: 'License' }));
    expect(await screen.findByText('1,200+')).toBeTruthy();
    expect(screen.getByText('Too many packages to count. The numbers are minimums.')).toBeTruthy();
    await userEvent.click(screen.getByRole('option', { name: /^ISC/ }));
    expect(shell.navigation.place.search).toBe('?licenses=MIT&licenses=ISC');
    const call = shell.http.calls.find(({ path }) => path.endsWith('/facets'));
    expect(call?.options.body).toEqual({
      ...{ search: '', types: [], repos: [], licenses: ['MIT'], projects: [], severities: [] },
      plugins: false,
    });
    // By its label: the open values are modal in a window as small as that of the tests.
    await userEvent.click(screen.getByLabelText('Remove MIT'));
    expect(shell.navigation.place.search).toBe('?licenses=ISC');
  });

  it('star rows of signed-in users, and say when stars cannot be changed or loaded', async () => {
    const shell = open('', found);
    const starred = new Set<string>();
    const call = '/ui/api/v1/ui/stars';
    shell.http.on(`GET ${call}`, () => ({ packages: [...starred].map((id) => ({ id })) }));
    shell.http.on(`PUT ${call}/package`, ({ options }: FakeCall) => {
      starred.add(String(options.query?.packageId));
    });
    shell.http.on(`DELETE ${call}/package`, () => {
      throw new HttpFailure(503, 'Read-only');
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Star left-pad' }));
    const remove = await screen.findByRole('button', { name: 'Remove the star of left-pad' });
    expect([...starred]).toEqual(['npm://left-pad']);
    await userEvent.click(remove);
    await waitFor(() =>
      expect(shell.notifications.shown.at(-1)?.text).toBe('Failed to change your star: Read-only'),
    );
    cleanup();
    open('', found);
    expect(await screen.findByRole('button', { name: 'Failed to load your star. Retry' })).toBeTruthy();
    cleanup();
    openAt('/packages', '/packages', PackageListPage, ({ http, user }) => {
      user.current = fakeUser({ admin: false, anonymous: true });
      http.on(CALL, found);
    });
    await screen.findByRole('link', { name: 'left-pad' });
    expect(screen.queryByRole('columnheader', { name: 'Star' })).toBeNull();
  });

  it('by severity and project have numbers in the panel of seldom used filters [pkg-06]', async () => {
    const shell = open('?severities=high&projects=tea', found);
    shell.services.there.add('xray');
    const more = `${FACETS}/more`;
    shell.http.on(more, {
      severities: [
        { value: 'critical', count: 3 },
        { value: 'high', count: 1200 },
      ],
      projects: [
        { value: 'tea', name: 'Tea house', count: 7 },
        { value: 'rum', name: 'Rum', count: 1 },
      ],
      ...{ capped: true, partial: true },
    });
    expect(await screen.findByRole('checkbox', { name: 'High 1,200+' })).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'Low' })).toBeTruthy();
    await userEvent.click(await screen.findByRole('combobox', { name: 'Project' }));
    await userEvent.click(await screen.findByRole('option', { name: /^Rum/ }));
    expect(shell.navigation.place.search).toBe('?projects=tea&projects=rum&severities=high');
    const call = shell.http.calls.find(({ path }) => path.endsWith('/facets/more'));
    expect(call?.options.body).toEqual({
      ...{ search: '', types: [], repos: [], licenses: [], projects: ['tea'], severities: ['high'] },
      plugins: false,
    });
    expect(asked(shell)).toContainEqual(
      expect.objectContaining({ filter: expect.objectContaining({ search: 'project:tea' }) }),
    );
  });

  it.each([
    ['?severities=high', ['tea']],
    ['?severities=high&projects=tea&projects=rum', ['tea']],
    // The list is empty: a package of the filter's project is not in the selected one.
    ['?severities=high&projects=rum', undefined],
  ])('are counted for %s within the selected project, as the list is', async (search, projects) => {
    const shell = openAt(`/packages${search}`, '/packages', PackageListPage, (shell) => {
      shell.project.current = 'tea';
      shell.services.there.add('xray');
      shell.http.on(CALL, found);
      shell.http.on('GET /artifactory/api/repositories', [{ key: 'tea-npm', packageType: 'npm' }]);
      shell.http.on(`${FACETS}/more`, {
        ...{ severities: [{ value: 'high', count: 4 }], projects: [], unknownTypes: [] },
        ...{ capped: false, partial: false },
      });
    });
    expect(await screen.findByRole('checkbox', { name: projects ? 'High 4' : 'High' })).toBeTruthy();
    const call = shell.http.calls.find(({ path }) => path.endsWith('/facets/more'));
    expect((call?.options.body as { projects?: string[] } | undefined)?.projects).toEqual(projects);
  });

  it('say that the numbers of seldom used filters could not be loaded', async () => {
    const shell = open('?severities=high', found);
    shell.services.there.add('xray');
    shell.http.on(`${FACETS}/more`, () => {
      throw new HttpFailure(500, 'The database is down.');
    });
    expect(await screen.findByText('Failed to count packages: The database is down.')).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'High' })).toBeTruthy();
  });

  it('keeps the focus on the choice of types when it takes the place of its button', async () => {
    open('', found);
    (await screen.findByRole('button', { name: 'Package type' })).focus();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Package type' })),
    );
  });

  it('is restored on going back, and reloaded on a new visit', async () => {
    const shell = open('?name=left', found);
    await userEvent.click(await screen.findByRole('link', { name: 'left-pad' }));
    expect(screen.queryByRole('grid')).toBeNull();
    shell.navigation.move(-1);
    expect(await screen.findByRole('link', { name: 'left-pad' })).toBeTruthy();
    expect(asked(shell)).toHaveLength(1);
    await shell.navigation.go('/elsewhere');
    await shell.navigation.go('/packages?name=left');
    await waitFor(() => expect(asked(shell)).toHaveLength(2));
  });

  it('is as it was for who goes back to it from another plugin, unless that is another user', async () => {
    const shell = open('?name=left', found);
    await screen.findByRole('link', { name: 'left-pad' });
    const leaveAndGoBack = async (meanwhile: () => void = () => {}) => {
      await shell.navigation.go('/repos/tree');
      cleanup();
      meanwhile();
      shell.navigation.move(-1);
      renderInShell(shell.again(), <PackageListPage />, '/packages');
      await screen.findByRole('link', { name: 'left-pad' });
    };
    await leaveAndGoBack();
    expect(asked(shell)).toHaveLength(1);
    await leaveAndGoBack(() => runInAction(() => (shell.user.current = fakeUser({ name: 'other' }))));
    expect(asked(shell)).toHaveLength(2);
  });

  it('says that no package matches the filters, and clears them [pkg-10]', async () => {
    const shell = open('?name=foo*', nothing);
    expect(await screen.findByText('No packages found, please refine your search criteria')).toBeTruthy();
    expect(screen.getByText('No results for “foo*”.')).toBeTruthy();
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
    expect(shell.navigation.place.search).toBe('');
  });

  it.each(['', '?plugins=true'])(
    'gives the exact command for the first package at /packages%s',
    async (search) => {
      open(search, nothing);
      expect(await screen.findByText('No packages yet')).toBeTruthy();
      const command = await screen.findByRole('group', { name: 'Command that publishes a package' });
      expect(command).toHaveProperty(
        'textContent',
        'npm publish --registry http://localhost:3000/artifactory/api/npm/npm/',
      );
    },
  );

  it('shows the console’s plugins to a user who asks for them, in any order', async () => {
    const shell = open('', found);
    await screen.findByRole('link', { name: 'left-pad' });
    await userEvent.click(screen.getByRole('button', { name: 'More filters' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Show console plugins' }));
    await waitFor(() => expect(asked(shell).at(-1)).toMatchObject({ filter: {} }));
    expect(asked(shell).at(-1)).not.toHaveProperty('filter.ignoreConsolePlugins');
    expect(shell.navigation.place.search).toBe('?plugins=true');
    await userEvent.click(screen.getByRole('button', { name: 'Modified' }));
    expect(shell.navigation.place.search).toBe('?plugins=true&sort_by=modified');
    await waitFor(() => expect(asked(shell).at(-1)).toMatchObject({ orderBy: { field: 'MODIFIED' } }));
    expect(asked(shell).at(-1)).not.toHaveProperty('filter.ignoreConsolePlugins');
    expect(screen.getByRole('button', { name: 'More filters (1)' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(shell.navigation.place.search).toBe('?sort_by=modified');
    expect(screen.getByRole('checkbox', { name: 'Show console plugins' })).toHaveProperty('checked', false);
  });

  it('shows the failure only in its place, and retries [pkg-09]', async () => {
    let broken = true;
    const shell = open('', () => {
      if (broken) throw new HttpFailure(503, 'The database is not responding.');
      return found;
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The database is not responding.');
    expect(shell.notifications.shown).toEqual([]);
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: 'left-pad' })).toBeTruthy();
  });
});

it('is an empty list after a failure [pkg-09]', async () => {
  const store = new PackageListStore({
    json: () => Promise.reject(new HttpFailure(500, 'broken')),
    text: () => Promise.reject(new HttpFailure(500, 'broken')),
  });
  store.packages.show(readPackageQuery(''));
  await waitFor(() => expect(store.packages.rows?.error).toBeDefined());
  expect(store.packages.rows?.length).toBe(0);
});

describe('the filters of what scanning knows', () => {
  it('leave out packages whose newest version has no such vulnerability [pkg-02]', async () => {
    const shell = open('', found);
    shell.services.there.add('xray');
    await screen.findByRole('link', { name: 'left-pad' });
    await userEvent.click(screen.getByRole('button', { name: 'More filters' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Critical' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Releases only' }));
    await waitFor(() =>
      expect(shell.navigation.place.search).toBe('?severities=critical&ignorePreRelease=true'),
    );
    expect(asked(shell).at(-1)).toMatchObject({
      filter: { vulnerabilities: { severity: 'CRITICAL', countMin: 1 }, ignorePreRelease: true },
    });
  });

  it('are not offered where nothing is scanned', async () => {
    open('', found);
    await screen.findByRole('link', { name: 'left-pad' });
    await userEvent.click(screen.getByRole('button', { name: 'More filters' }));
    expect(screen.queryByRole('checkbox', { name: 'Critical' })).toBeNull();
    expect(screen.queryByRole('searchbox', { name: 'CVE' })).toBeNull();
  });
});
