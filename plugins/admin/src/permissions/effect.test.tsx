import { HttpFailure } from '@lading/contract';
import type { DraftEffects, Permission } from '@lading/contract/rest';
import type { FakeCall, FakeShell } from '@lading/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { PERMISSIONS } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { PermissionPage } from './PermissionPage.tsx';

const CALL = '/access/api/v2/permissions/writers';
const DRAFT = 'POST /access/api/v1/effective/draft';
const MATCHES = 'POST /access/api/v1/effective/matches';
const writers: Permission = {
  name: 'writers',
  resources: {
    artifact: {
      actions: { users: { ada: ['READ'] }, groups: {} },
      targets: { libs: { include_patterns: ['org/**'] } },
    },
  },
};
const open = (prepare: (shell: FakeShell) => void) =>
  openAt(`${PERMISSIONS}/edit/writers`, `${PERMISSIONS}/edit/:name`, PermissionPage, (shell) => {
    shell.http.on(`GET ${CALL}`, writers);
    prepare(shell);
  });
const bodies = ({ http }: FakeShell, call: string) =>
  http.calls.filter(({ method, path }) => `${method} ${path}` === call).map(({ options }) => options.body);

it('shows what saving would change for each user, page by page, until another change', async () => {
  const first: DraftEffects = {
    examined: 1,
    users: [
      {
        user: 'ada',
        effects: [
          { resource: 'artifact', repository: 'libs', gained: ['deploy'], lost: [], changed: ['read'] },
        ],
      },
    ],
    cursor: 'next',
  };
  const second: DraftEffects = {
    examined: 1,
    users: [{ user: 'bob', effects: [{ resource: 'build', gained: [], lost: ['read'], changed: [] }] }],
  };
  const shell = open(({ http }) => {
    http.on(DRAFT, ({ options: { body } }: FakeCall) =>
      (body as { cursor?: string }).cursor ? second : first,
    );
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'ada: Deploy' }));
  await userEvent.click(screen.getByRole('button', { name: 'Show effect' }));
  const table = await screen.findByRole('table', { name: 'Effect of the changes' });
  expect(within(table).getByRole('row', { name: 'ada libs Deploy Read' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Show more users' }));
  await screen.findByRole('row', { name: 'bob Builds Read' });
  expect(bodies(shell, DRAFT)[0]).toMatchObject({
    name: 'writers',
    resources: { artifact: { actions: { users: { ada: ['READ', 'WRITE'] } } } },
  });
  // Nothing is saved.
  expect(shell.http.calls.some(({ method }) => method === 'PUT')).toBe(false);
  await userEvent.click(screen.getByRole('checkbox', { name: 'ada: Delete' }));
  expect(screen.queryByRole('table', { name: 'Effect of the changes' })).toBeNull();
});

it('shows why the effect is unknown, instead of none', async () => {
  open(({ http }) => {
    http.on(DRAFT, () => {
      throw new HttpFailure(503, 'The database is unavailable');
    });
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show effect' }));
  expect(await screen.findByText('Failed to load the effect: The database is unavailable')).toBeDefined();
  expect(screen.queryByText('Nothing changes for any user.')).toBeNull();
});

it('shows which files and release bundles the patterns match', async () => {
  const shell = open(({ http }) => {
    http.on(MATCHES, { count: 2, total: 40, complete: true, examples: ['org/a.txt', 'org/b.txt'] });
  });
  await userEvent.click(await screen.findByText('1 pattern'));
  expect(await screen.findByText(/Matches 2 of 40\. +Such as org\/a\.txt, org\/b\.txt/)).toBeDefined();
  expect(bodies(shell, MATCHES)[0]).toEqual({
    resource: 'artifact',
    repository: 'libs',
    include_patterns: ['org/**'],
    exclude_patterns: [],
  });
  await userEvent.click(screen.getByLabelText('Include release bundles'));
  await userEvent.type(screen.getByLabelText('Include bundle names'), 'tea-*');
  await waitFor(() =>
    expect(bodies(shell, MATCHES).at(-1)).toEqual({
      resource: 'release_bundle',
      include_patterns: ['tea-*'],
      exclude_patterns: [],
    }),
  );
});
