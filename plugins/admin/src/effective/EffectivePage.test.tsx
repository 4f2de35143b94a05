import { HttpFailure } from '@lading/contract';
import type { PathAccess, UserAccess } from '@lading/contract/rest';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { EFFECTIVE } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { EffectivePage } from './EffectivePage.tsx';

const CALL = '/access/api/v1/effective';
const access: PathAccess = {
  repository: 'tea-local',
  type: 'local',
  administrators_only: false,
  users: [
    {
      user: 'rosa',
      actions: [
        {
          action: 'read',
          reasons: [
            {
              kind: 'permission',
              permission: 'team',
              groups: ['crew'],
              direct: false,
              include_patterns: ['team/**'],
            },
          ],
          more_reasons: 3,
        },
        {
          action: 'deploy',
          reasons: [{ kind: 'project', project: 'tea', roles: ['Developer'], groups: [], direct: true }],
        },
      ],
    },
  ],
};
const ofUser: UserAccess = {
  ...{ user: 'rosa', status: 'enabled', admin: false, groups: ['crew'] },
  repositories: [
    {
      repository: 'tea-local',
      type: 'local',
      actions: [{ action: 'read', reasons: [{ kind: 'administrator', groups: [], direct: true }] }],
    },
  ],
};
const open = (search: string, answer: unknown = access) =>
  openAt(`${EFFECTIVE}${search}`, EFFECTIVE, EffectivePage, ({ http }) => {
    http.on('GET /artifactory/api/repositories', [{ key: 'tea-local' }, { key: 'npm-local' }]);
    http.on(`GET ${CALL}/path`, answer);
    http.on(`GET ${CALL}/users/rosa`, ofUser);
  });

it('says that the repositories could not be loaded, and loads them again [perm-01]', async () => {
  let fails = true;
  openAt(EFFECTIVE, EFFECTIVE, EffectivePage, ({ http }) => {
    http.on('GET /artifactory/api/repositories', () => {
      if (fails) throw new HttpFailure(503, 'The database is not responding.');
      return [{ key: 'tea-local' }];
    });
  });
  expect((await screen.findByRole('alert')).textContent).toContain('The database is not responding.');
  expect(screen.getByText('Failed to load the repositories')).toBeTruthy();
  expect(screen.queryByText('No repository selected')).toBeNull();
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('option', { name: 'tea-local' });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('asks for a repository and lists users with actions and rules [perm-01]', async () => {
  const shell = open('');
  expect(await screen.findByText('No repository selected')).toBeTruthy();
  await screen.findByRole('option', { name: 'tea-local' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Repository' }), 'tea-local');
  await userEvent.type(screen.getByRole('textbox', { name: 'Path' }), 'team/a.txt{Enter}');
  const row = (await screen.findByText('rosa')).closest('[role=row]') as HTMLElement;
  expect(shell.navigation.place.search).toBe('?repository=tea-local&path=team%2Fa.txt');
  expect(row.textContent).toContain('Permission team (through crew); Project tea (Developer)');
  await userEvent.click(within(row).getByRole('button', { name: 'Details for rosa' }));
  const dialog = screen.getByRole('dialog', { hidden: true });
  expect(dialog.textContent).toContain('Permissions of rosa on tea-local/team/a.txt');
  expect(dialog.textContent).toContain('paths team/**');
  expect(dialog.textContent).toContain('and 3 more rules');
});

it('lists the repositories of a user [perm-01]', async () => {
  open('?user=rosa');
  const row = (await screen.findByText('tea-local')).closest('[role=row]') as HTMLElement;
  expect(row.textContent).toContain('Administrator');
});

it('shows a failure with its cause', async () => {
  open('?repository=gone', () => {
    throw new HttpFailure(404, 'Repository gone not found', 'NOT_FOUND');
  });
  expect(await screen.findByText(/Repository gone not found/)).toBeTruthy();
});
