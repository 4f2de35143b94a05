import { HttpFailure } from '@lading/contract';
import { type FakeShell, fakeUser } from '@lading/contract/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type RepositoryClass, repositoriesPath } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { RepositoryPage } from './RepositoryPage.tsx';

const CALL = '/artifactory/api/repositories';
const ALL = [
  { key: 'npm-local', type: 'LOCAL', packageType: 'npm', url: '', description: '' },
  { key: 'npm-remote', type: 'REMOTE', packageType: 'npm', url: '', description: '' },
  { key: 'npm', type: 'VIRTUAL', packageType: 'npm', url: '', description: '' },
  { key: 'docker-local', type: 'LOCAL', packageType: 'docker', url: '', description: '' },
];

function prepare(more?: (shell: FakeShell) => void) {
  return (shell: FakeShell) => {
    shell.http.on(`GET ${CALL}`, ALL);
    shell.http.on('GET /ui/api/v1/ui/packages/available', {
      packageTypes: [
        { type: 'npm', displayName: 'npm', classes: ['local', 'remote', 'virtual'] },
        { type: 'docker', displayName: 'Docker', classes: ['local', 'virtual'] },
        { type: 'helm', displayName: 'Helm', classes: ['local', 'remote', 'virtual'] },
      ],
    });
    shell.http.on('GET /access/api/v1/projects', [{ project_key: 'tea', display_name: 'Tea room' }]);
    shell.http.on('GET /access/api/v1/environments', [{ name: 'DEV' }, { name: 'PROD' }]);
    more?.(shell);
  };
}
const openNew = (type: RepositoryClass, more?: (shell: FakeShell) => void) =>
  openAt(`${repositoriesPath(type)}/new`, `${repositoriesPath(type)}/new`, RepositoryPage, prepare(more));
const openOld = (type: RepositoryClass, key: string, more: (shell: FakeShell) => void) =>
  openAt(
    `${repositoriesPath(type)}/edit/${key}`,
    '/admin/repositories/:type/edit/:key',
    RepositoryPage,
    prepare(more),
  );
const sent = ({ http }: FakeShell) =>
  http.calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, options }) => [method, path, options.body]);
const create = () => userEvent.click(screen.getByRole('button', { name: 'Create Repository' }));

describe('a new repository', () => {
  it('shows that its projects and environments failed to load, with Retry', async () => {
    const fail = () => {
      throw new HttpFailure(503, 'The database rests');
    };
    const calls = ['projects', 'environments'].map((name) => `GET /access/api/v1/${name}`);
    const shell = openNew('local', ({ http }) => {
      for (const each of calls) http.on(each, fail);
    });
    expect(await screen.findByText('Failed to load the projects.')).toBeTruthy();
    expect(screen.getByText('The database rests')).toBeTruthy();
    shell.http.on('GET /access/api/v1/projects', [{ project_key: 'tea', display_name: 'Tea room' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Failed to load the environments.')).toBeTruthy();
    expect(await screen.findByLabelText('Project')).toBeTruthy();
    shell.http.on('GET /access/api/v1/environments', [{ name: 'DEV' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByLabelText('DEV')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is local, of a type, in a project and its environments [route-09]', async () => {
    const shell = openNew('local', ({ http }) => void http.on(`PUT ${CALL}/tea-docker`, undefined));
    await userEvent.type(await screen.findByLabelText(/^Repository key/), 'tea-docker');
    await userEvent.selectOptions(screen.getByLabelText('Package type'), 'docker');
    await userEvent.selectOptions(await screen.findByLabelText('Project'), 'Tea room');
    await userEvent.click(screen.getByLabelText('PROD'));
    await userEvent.click(screen.getByLabelText('Immutable tags'));
    await create();
    await waitFor(() => expect(shell.navigation.place.pathname).toBe('/admin/repositories/local'));
    expect(sent(shell)).toEqual([
      [
        'PUT',
        `${CALL}/tea-docker`,
        {
          key: 'tea-docker',
          rclass: 'local',
          packageType: 'docker',
          description: '',
          projectKey: 'tea',
          environments: ['PROD'],
          adminDeployOnly: false,
          storageQuotaBytes: 0,
          allowOverwrite: false,
          immutableTags: true,
        },
      ],
    ]);
  });

  it('has a quota that is typed with a unit, and rejects a text without a number', async () => {
    const shell = openNew('local', ({ http }) => void http.on(`PUT ${CALL}/tea-files`, undefined));
    await userEvent.type(await screen.findByLabelText(/^Repository key/), 'tea-files');
    const quota = screen.getByLabelText('Storage quota');
    await userEvent.type(quota, 'ten');
    await userEvent.tab();
    expect((await screen.findByRole('alert')).textContent).toBe('Enter a size such as 500 MiB or 10 GB');
    await userEvent.clear(quota);
    await userEvent.type(quota, '1.5 GiB');
    await create();
    await waitFor(() => expect(shell.navigation.place.pathname).toBe('/admin/repositories/local'));
    expect(sent(shell)[0]?.[2]).toMatchObject({ storageQuotaBytes: 1.5 * 1024 ** 3 });
  });

  it('belongs to the selected project, unless another is selected in the form', async () => {
    openNew('local', ({ project }) => {
      project.current = 'tea';
    });
    expect(await screen.findByLabelText('Project')).toHaveProperty('value', 'tea');
    expect(await screen.findByRole('option', { name: 'Tea room' })).toBeTruthy();
  });

  it('is remote, from an address; only types that can be remote are offered', async () => {
    const shell = openNew('remote', ({ http }) => void http.on(`PUT ${CALL}/elsewhere`, undefined));
    await userEvent.type(await screen.findByLabelText(/^Repository key/), 'elsewhere');
    expect(
      within(screen.getByLabelText('Package type'))
        .getAllByRole('option')
        .map((each) => each.textContent),
    ).toEqual(['npm', 'Helm']);
    await userEvent.type(screen.getByLabelText(/^URL/), 'not an address');
    await userEvent.tab();
    expect((await screen.findByRole('alert')).textContent).toBe('Enter a valid URL');
    await userEvent.clear(screen.getByLabelText(/^URL/));
    await userEvent.type(screen.getByLabelText(/^URL/), 'https://registry.example/');
    await create();
    await waitFor(() => expect(shell.navigation.place.pathname).toBe('/admin/repositories/remote'));
    expect(sent(shell)[0]?.[2]).toMatchObject({
      rclass: 'remote',
      url: 'https://registry.example/',
      retrievalCachePeriodSecs: 900,
    });
    expect(sent(shell)[0]?.[2]).not.toHaveProperty('hostUpstream');
  });

  it("shows an example upstream URL for each type; only npm can read the host's configuration", async () => {
    const shell = openNew('remote', ({ http }) => void http.on(`PUT ${CALL}/charts`, undefined));
    await userEvent.type(await screen.findByLabelText(/^Repository key/), 'charts');
    await userEvent.selectOptions(
      screen.getByLabelText('Upstream'),
      'The registry in this server’s npm configuration',
    );
    expect(screen.queryByLabelText(/^URL/)).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('Package type'), 'helm');
    expect(screen.queryByLabelText('Upstream')).toBeNull();
    const url = screen.getByLabelText(/^URL/);
    expect(url.getAttribute('placeholder')).toBe('https://charts.example.org/stable');
    expect(screen.getByText('The URL that contains “index.yaml”.')).toBeTruthy();
    await userEvent.type(url, 'https://charts.example/stable');
    await userEvent.click(screen.getByLabelText('Allow an upstream on a private network'));
    await create();
    await waitFor(() => expect(shell.navigation.place.pathname).toBe('/admin/repositories/remote'));
    expect(sent(shell)[0]?.[2]).toMatchObject({
      packageType: 'helm',
      url: 'https://charts.example/stable',
      allowPrivateUpstream: true,
    });
  });

  it('goes through the proxy that is selected [prox-01]', async () => {
    const shell = openNew('remote', ({ http, user }) => {
      user.current = fakeUser({ admin: true });
      http.on('GET /ui/api/v1/ui/proxies/proxyKeys', { proxyKeys: ['corporate'] });
      http.on(`PUT ${CALL}/far`, undefined);
    });
    await userEvent.type(await screen.findByLabelText(/^Repository key/), 'far');
    await userEvent.type(screen.getByLabelText(/^URL/), 'https://registry.example/');
    await screen.findByRole('option', { name: 'corporate' });
    await userEvent.selectOptions(screen.getByLabelText('Proxy'), 'corporate');
    await create();
    await waitFor(() =>
      expect(sent(shell)[0]?.[2]).toMatchObject({ proxy: 'corporate', disableProxy: false }),
    );
  });

  it('lets versions be replaced where the type can do that', async () => {
    const shell = openNew('local', ({ http }) => void http.on(`PUT ${CALL}/charts`, undefined));
    await userEvent.type(await screen.findByLabelText(/^Repository key/), 'charts');
    expect(screen.queryByLabelText('Allow overwriting published versions')).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('Package type'), 'helm');
    await userEvent.click(screen.getByLabelText('Allow overwriting published versions'));
    await create();
    await waitFor(() => expect(sent(shell)[0]?.[2]).toMatchObject({ allowOverwrite: true }));
  });

  it("shows the platform's error next to the field", async () => {
    openNew('remote', ({ http }) =>
      http.on(`PUT ${CALL}/far`, () => {
        throw new HttpFailure(400, 'Remote repository far requires url or hostUpstream', 'BAD_CONFIGURATION');
      }),
    );
    await userEvent.type(await screen.findByLabelText(/^Repository key/), 'far');
    await userEvent.type(screen.getByLabelText(/^URL/), 'https://registry.example/');
    await create();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Remote repository far requires url or hostUpstream',
    );
    expect(screen.getByLabelText(/^URL/).getAttribute('aria-invalid')).toBe('true');
  });

  it.each([
    ["Repository x: invalid field 'rclass': npm supports only virtual repositories", 'Package type'],
    ["Repository x: invalid field 'projectKey': project tea not found", 'Project'],
  ])('has a refusal at the list that it is about: %s', async (message, label) => {
    openNew('local', ({ http }) =>
      http.on(`PUT ${CALL}/x`, () => {
        throw new HttpFailure(400, message, 'BAD_CONFIGURATION');
      }),
    );
    await userEvent.type(await screen.findByLabelText(/^Repository key/), 'x');
    const list = await screen.findByLabelText(label);
    await create();
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(list.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(list));
  });

  it('shows an invalid environment at the environments', async () => {
    const message = 'Repository x: invalid field \'environments\': unknown environment "PROD". Expected DEV.';
    openNew('local', ({ http }) =>
      http.on(`PUT ${CALL}/x`, () => {
        throw new HttpFailure(400, message, 'BAD_CONFIGURATION');
      }),
    );
    await userEvent.type(await screen.findByLabelText(/^Repository key/), 'x');
    await create();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(message);
    expect(alert.closest('fieldset')?.textContent).toContain('Environments');
  });

  it('takes patterns as each type writes its names', async () => {
    const shell = openNew('virtual', ({ http }) => void http.on(`PUT ${CALL}/all`, undefined));
    await userEvent.type(await screen.findByLabelText(/^Repository key/), 'all');
    await userEvent.type(screen.getByLabelText('Never query upstreams for these names'), 'org.acme:*');
    await create();
    await waitFor(() => expect(sent(shell)[0]?.[2]).toMatchObject({ denyUpstreamFor: ['org.acme:*'] }));
  });

  it('is virtual: members of its type in an order, and where to publish', async () => {
    const shell = openNew('virtual', ({ http }) => void http.on(`PUT ${CALL}/all`, undefined));
    await userEvent.type(await screen.findByLabelText(/^Repository key/), 'all');
    const members = screen.getByRole('combobox', { name: 'Members' });
    await userEvent.click(members);
    expect(screen.getAllByRole('option', { name: /^npm-/ }).map(({ textContent }) => textContent)).toEqual([
      'npm-local',
      'npm-remote',
    ]);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await userEvent.keyboard('{Enter}');
    screen.getByRole('button', { name: 'Move npm-local up' }).focus();
    await userEvent.keyboard('{Enter}');
    // It is first now, so that it can only move down.
    const down = screen.getByRole('button', { name: 'Move npm-local down' });
    await waitFor(() => expect(document.activeElement).toBe(down));
    await userEvent.keyboard('{Enter}');
    const up = screen.getByRole('button', { name: 'Move npm-local up' });
    await waitFor(() => expect(document.activeElement).toBe(up));
    await userEvent.keyboard('{Enter}');
    await userEvent.selectOptions(screen.getByLabelText('Default deployment repository'), 'npm-local');
    await create();
    await waitFor(() => expect(shell.navigation.place.pathname).toBe('/admin/repositories/virtual'));
    expect(sent(shell)[0]?.[2]).toMatchObject({
      rclass: 'virtual',
      repositories: ['npm-local', 'npm-remote'],
      defaultDeploymentRepo: 'npm-local',
    });
  });

  it('is virtual: members can be dragged to another place', async () => {
    const found = { key: 'all', rclass: 'virtual', packageType: 'npm' } as const;
    const shell = openOld('virtual', 'all', ({ http }) => {
      http.on(`GET ${CALL}/all`, { ...found, repositories: ['npm-remote', 'npm-local'] });
      http.on(`POST ${CALL}/all`, undefined);
    });
    const members = await screen.findByRole('list', { name: 'Members' });
    const [first, second] = within(members).getAllByRole('listitem') as [HTMLElement, HTMLElement];
    fireEvent.dragStart(second);
    fireEvent.dragOver(first);
    fireEvent.drop(first);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent(shell)[0]?.[2]).toMatchObject({ repositories: ['npm-local', 'npm-remote'] }),
    );
  });

  it('shows errors of its key, before and after the request', async () => {
    openNew('local', ({ http }) =>
      http.on(`PUT ${CALL}/taken`, () => {
        throw new HttpFailure(409, 'Repository taken already exists', 'EXISTS');
      }),
    );
    const key = await screen.findByLabelText(/^Repository key/);
    await userEvent.type(key, 'a..b');
    await userEvent.tab();
    expect((await screen.findByRole('alert')).textContent).toContain('Up to 64 letters');
    await userEvent.clear(key);
    await userEvent.type(key, 'taken');
    await create();
    expect((await screen.findByRole('alert')).textContent).toBe('Repository taken already exists');
  });
});

describe('a repository', () => {
  const remote = {
    key: 'npm-remote',
    rclass: 'remote',
    packageType: 'npm',
    hostUpstream: true,
    description: 'Far',
  };

  it('is shown and edited; its type and class cannot be changed', async () => {
    const shell = openOld('remote', 'npm-remote', ({ http }) => {
      http.on(`GET ${CALL}/npm-remote`, remote);
      http.on(`POST ${CALL}/npm-remote`, remote);
    });
    expect(await screen.findByDisplayValue('Far')).toBeTruthy();
    expect(screen.getByRole('group', { name: 'URL' }).textContent).toBe(
      'http://localhost:3000/artifactory/api/npm/npm-remote/',
    );
    expect(screen.getByText('Package type').parentElement?.textContent).toBe('Package typenpm');
    expect(screen.queryByLabelText('Package type')).toBeNull();
    await userEvent.click(screen.getByLabelText('Offline'));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shell.navigation.place.pathname).toBe('/admin/repositories/remote'));
    expect(sent(shell)[0]?.[2]).toMatchObject({ hostUpstream: true, offline: true });
  });

  it('is found under another class’s address, too', async () => {
    const shell = openOld(
      'local',
      'npm-remote',
      ({ http }) => void http.on(`GET ${CALL}/npm-remote`, remote),
    );
    await waitFor(() =>
      expect(shell.navigation.place.pathname).toBe('/admin/repositories/remote/edit/npm-remote'),
    );
  });

  it('is deleted after what goes with it was named', async () => {
    const shell = openOld('remote', 'npm-remote', ({ http }) => {
      http.on(`GET ${CALL}/npm-remote`, remote);
      http.on('POST /ui/api/v1/mds/packages', { data: { packages: { pageInfo: { totalCount: 12 } } } });
      http.on(`DELETE ${CALL}/npm-remote`, undefined);
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(shell.navigation.place.pathname).toBe('/admin/repositories/remote'));
    expect(shell.modals.asked[0]?.text).toContain('12 packages will be deleted with it.');
  });
});
