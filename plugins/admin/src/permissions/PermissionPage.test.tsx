import { HttpFailure } from '@lading/contract';
import type { Permission } from '@lading/contract/rest';
import type { FakeCall, FakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { PermissionListPage } from './PermissionListPage.tsx';
import { PermissionPage } from './PermissionPage.tsx';
import { permissionOf, valuesOf } from './permissionValues.ts';

const CALL = '/access/api/v2/permissions';
const writers: Permission = {
  name: 'writers',
  resources: {
    artifact: {
      actions: { users: { ada: ['READ', 'WRITE'] }, groups: { deckhands: ['READ'] } },
      targets: {
        'npm-local': {},
        charts: { include_patterns: ['north/**'], exclude_patterns: ['north/secret/**'] },
      },
    },
  },
};

const openOne = (path: string, route: string, prepare: (shell: FakeShell) => void) =>
  openAt(path, route, PermissionPage, (shell) => {
    shell.http.on('GET /access/api/v2/users', { users: [{ username: 'ada' }, { username: 'grace' }] });
    shell.http.on('GET /access/api/v2/groups', { groups: [{ group_name: 'deckhands' }] });
    shell.http.on('GET /artifactory/api/repositories', [{ key: 'npm-local' }, { key: 'charts' }]);
    prepare(shell);
  });
const openWriters = (prepare: (shell: FakeShell) => void = () => {}) =>
  openOne(`${PERMISSIONS}/edit/writers`, `${PERMISSIONS}/edit/:name`, (shell) => {
    shell.http.on(`GET ${CALL}/writers`, writers);
    prepare(shell);
  });
/** The changes. Previews of patterns are also sent, when typing pauses. */
const sent = ({ http }: FakeShell) =>
  http.calls
    .filter(({ method, path }) => method !== 'GET' && !path.startsWith('/access/api/v1/effective/'))
    .map(({ method, path, options }) => [method, path, options.body]);

it('lists who may do something where [adm-01]', async () => {
  openAt(PERMISSIONS, PERMISSIONS, PermissionListPage, ({ http }) => {
    const row = {
      name: 'all',
      uri: '',
      repositories: ['ANY'],
      users: ['ada'],
      groups: ['deckhands'],
      builds: true,
    };
    http.on(`GET ${CALL}`, { permissions: [row] });
  });
  const row = (await screen.findByRole('link', { name: 'all' })).closest('[role=row]');
  for (const words of ['All repositories, Builds', 'ada', 'deckhands'])
    expect(row?.textContent).toContain(words);
});

describe('a permission', () => {
  it('is filled in for a request for access, which is granted afterwards', async () => {
    const query = 'request=7&user=grace&repository=charts&path=north&action=deploy';
    const shell = openOne(`${PERMISSIONS}/create?${query}`, `${PERMISSIONS}/create`, ({ http }) => {
      http.on(`POST ${CALL}`, {}).on('POST /ui/api/v1/ui/access_requests/7/grant', {});
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Create Permission' }));
    await waitFor(() => expect(shell.navigation.place.pathname).toBe(PERMISSIONS));
    expect(sent(shell)).toEqual([
      [
        ...['POST', CALL],
        {
          name: 'grace charts',
          resources: {
            artifact: {
              actions: { users: { grace: ['READ', 'WRITE'] }, groups: {} },
              targets: { charts: { include_patterns: ['north', 'north/**'], exclude_patterns: [] } },
            },
          },
        },
      ],
      ['POST', '/ui/api/v1/ui/access_requests/7/grant', {}],
    ]);
  });

  it('is made: where, and who may do what there [route-09]', async () => {
    const shell = openOne(`${PERMISSIONS}/create`, `${PERMISSIONS}/create`, ({ http }) => {
      http.on(`POST ${CALL}`, {});
    });
    await userEvent.type(screen.getByLabelText(/^Permission name/), 'readers');
    await userEvent.type(screen.getByRole('combobox', { name: 'Repositories' }), 'all{Enter}');
    await userEvent.type(screen.getByRole('combobox', { name: 'Users' }), 'grace{Enter}');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'grace: Deploy' }));
    await userEvent.click(screen.getByRole('button', { name: 'Create Permission' }));
    await waitFor(() => expect(shell.navigation.place.pathname).toBe(PERMISSIONS));
    expect(sent(shell)).toEqual([
      [
        'POST',
        CALL,
        {
          name: 'readers',
          resources: {
            artifact: {
              actions: { users: { grace: ['READ', 'WRITE'] }, groups: {} },
              targets: { ANY: { include_patterns: [], exclude_patterns: [] } },
            },
          },
        },
      ],
    ]);
  });

  it('is made for all local or remote repositories [adm-01]', async () => {
    const shell = openOne(`${PERMISSIONS}/create`, `${PERMISSIONS}/create`, ({ http }) => {
      http.on(`POST ${CALL}`, writers);
    });
    await userEvent.type(screen.getByLabelText(/^Permission name/), 'by class');
    const repositories = screen.getByRole('combobox', { name: 'Repositories' });
    await userEvent.type(repositories, 'all local{Enter}');
    await userEvent.type(repositories, 'all remote{Enter}');
    expect(screen.getByText('All local repositories')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Create Permission' }));
    await waitFor(() => expect(shell.navigation.place.pathname).toBe(PERMISSIONS));
    expect(sent(shell)).toMatchObject([
      ['POST', CALL, { resources: { artifact: { targets: { 'ANY LOCAL': {}, 'ANY REMOTE': {} } } } }],
    ]);
  });

  it('is shown with what each may do, and with the paths in each repository [adm-01]', async () => {
    openWriters();
    expect(await screen.findByRole('checkbox', { name: 'ada: Deploy' })).toHaveProperty('checked', true);
    expect(screen.getByRole('checkbox', { name: 'deckhands: Deploy' })).toHaveProperty('checked', false);
    expect(screen.getByText('entire repository')).toBeTruthy();
    await userEvent.click(screen.getByText('2 patterns'));
    expect(screen.getByDisplayValue('north/secret/**')).toBeTruthy();
  });

  it('is changed, and needs a repository', async () => {
    const shell = openWriters(({ http }) => void http.on(`PUT ${CALL}/writers`, writers));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove npm-local' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove charts' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Add at least one repository');
    await userEvent.type(screen.getByRole('combobox', { name: 'Repositories' }), 'charts{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shell.navigation.place.pathname).toBe(PERMISSIONS));
    const body = { resources: { artifact: { targets: { charts: {} } } } };
    expect(sent(shell)).toMatchObject([['PUT', `${CALL}/writers`, body]]);
    expect(JSON.stringify(sent(shell))).not.toContain('npm-local');
  });

  it('is not saved over the changes of another administrator [adm-01]', async () => {
    const failure = new HttpFailure(412, 'Permission writers was changed', 'CHANGED_SINCE');
    const shell = openWriters(({ http }) => {
      http.on(`GET ${CALL}/writers`, writers, { etag: '"1"' });
      http.on(`PUT ${CALL}/writers`, (call: FakeCall) => {
        if (call.options.headers?.['if-match'] !== '"2"') throw failure;
        return writers;
      });
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'deckhands: Deploy' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain('changed after you opened this page');
    expect(screen.getByRole('checkbox', { name: 'deckhands: Deploy' })).toHaveProperty('checked', true);
    expect(screen.getByRole('link', { name: 'Open current values in new tab' })).toBeTruthy();

    const theirs = structuredClone(writers);
    theirs.resources.artifact?.actions.users.ada?.push('DELETE');
    shell.http.on(`GET ${CALL}/writers`, theirs, { etag: '"2"' });
    await userEvent.click(screen.getByRole('button', { name: 'Discard changes and reload' }));
    expect(await screen.findByRole('checkbox', { name: 'ada: Delete' })).toHaveProperty('checked', true);
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'deckhands: Deploy' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shell.navigation.place.pathname).toBe(PERMISSIONS));
    const saved = sent(shell).at(-1)?.[2] as Pick<Permission, 'resources'>;
    expect(saved.resources.artifact?.actions).toEqual({
      users: { ada: ['READ', 'WRITE', 'DELETE'] },
      groups: { deckhands: ['READ', 'WRITE'] },
    });
  });

  it('applies to builds by name, and keeps its build patterns [adm-01]', async () => {
    const build = {
      actions: { users: { ada: ['READ', 'WRITE'] as const }, groups: {} },
      targets: { 'artifactory-build-info': { include_patterns: ['tea-**'] } },
    };
    const shell = openWriters(({ http }) => {
      http.on(`GET ${CALL}/writers`, { ...writers, resources: { ...writers.resources, build } });
      http.on(`PUT ${CALL}/writers`, writers);
    });
    expect(await screen.findByRole('checkbox', { name: 'ada: Deploy builds' })).toHaveProperty(
      'checked',
      true,
    );
    expect(screen.getByDisplayValue('tea-**')).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'ada: Delete builds' }));
    await userEvent.type(screen.getByLabelText('Include build names'), '{Enter}cup');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shell.navigation.place.pathname).toBe(PERMISSIONS));
    expect(sent(shell)).toMatchObject([
      [
        'PUT',
        `${CALL}/writers`,
        {
          resources: {
            artifact: { targets: { 'npm-local': {} } },
            build: {
              actions: { users: { ada: ['READ', 'WRITE', 'DELETE'] }, groups: {} },
              targets: { 'artifactory-build-info': { include_patterns: ['tea-**', 'cup'] } },
            },
          },
        },
      ],
    ]);
  });

  it('can apply to builds only, and can stop applying to them', async () => {
    const shell = openOne(`${PERMISSIONS}/create`, `${PERMISSIONS}/create`, ({ http }) => {
      http.on(`POST ${CALL}`, {});
    });
    await userEvent.type(screen.getByLabelText(/^Permission name/), 'builders');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Include builds' }));
    await userEvent.type(
      screen.getByRole('combobox', { name: 'Users with build permissions' }),
      'grace{Enter}',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Create Permission' }));
    await waitFor(() => expect(shell.navigation.place.pathname).toBe(PERMISSIONS));
    const build = {
      actions: { users: { grace: ['READ'] }, groups: {} },
      targets: { 'artifactory-build-info': { include_patterns: [], exclude_patterns: [] } },
    };
    expect(sent(shell)).toMatchObject([['POST', CALL, { name: 'builders', resources: { build } }]]);
    const before = valuesOf({ name: 'x', resources: { build } as Permission['resources'] });
    expect(permissionOf({ ...before, builds: false }, before).resources.build).toEqual({
      ...{ actions: { users: {}, groups: {} }, targets: {} },
    });
  });

  it('is deleted after it was named who loses something', async () => {
    const shell = openWriters(({ http }) => void http.on(`DELETE ${CALL}/writers`, undefined));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(shell.navigation.place.pathname).toBe(PERMISSIONS));
    expect(shell.modals.asked[0]?.text).toContain('1 user and 1 group lose access to 2 repositories');
  });
});

it('is as it was when nothing was changed, and leaves out who may do nothing', () => {
  const values = valuesOf(writers);
  expect(valuesOf(permissionOf(values))).toEqual(values);
  const idle = { ...values, users: [{ name: 'ada', actions: [] }] };
  expect(permissionOf(idle).resources.artifact?.actions.users).toEqual({});
});
