import type { TrashItem } from '@lading/contract/rest';
import { type FakeCall, type FakeShell, fakeUser } from '@lading/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openAt } from '../testing/openAt.ts';
import { TRASH } from './paths.ts';
import { TrashPage } from './TrashPage.tsx';
import { TrashSettingsPage } from './TrashSettingsPage.tsx';

const CALL = '/ui/api/v1/ui/trash';
const item = (id: string, more: Partial<TrashItem> = {}): TrashItem => ({
  ...{
    id,
    deletion: 'd-1',
    repo: 'npm-local',
    packageType: 'npm',
    name: id,
    path: id,
    files: 1,
    bytes: 2048,
  },
  ...{ deleted: '2026-11-20T10:00:00.000Z', deletedBy: 'rosa', expires: '2026-12-04T10:00:00.000Z' },
  ...more,
});

function open(search = '', admin = true): { shell: FakeShell; left: () => TrashItem[] } {
  let items = [item('left-pad', { version: '1.3.0', packageId: 'npm://left-pad' }), item('docs/manual.txt')];
  const take = (ids: readonly string[]) => {
    const taken = items.filter(({ id }) => ids.includes(id));
    items = items.filter(({ id }) => !ids.includes(id));
    return taken;
  };
  const shell = openAt(`${TRASH}${search}`, TRASH, TrashPage, ({ http, user }) => {
    user.current = fakeUser({ admin });
    http.on(`GET ${CALL}`, () => ({ items }));
    http.on(`GET ${CALL}/usage`, () => ({
      ...{ items: items.length, files: items.length, bytes: 4096, storedBytes: 1024 },
    }));
    http.on(`POST ${CALL}/restore`, ({ options }: FakeCall) => {
      const restored = take((options.body as { items: string[] }).items.filter((id) => id !== 'left-pad'));
      const failed = items
        .filter(({ id }) => (options.body as { items: string[] }).items.includes(id))
        .map(({ id, name, repo }) => ({ id, name, repo, message: 'npm-local has other content' }));
      return { restored, failed };
    });
    http.on(`DELETE ${CALL}/items/left-pad`, () => void take(['left-pad']));
    http.on(`DELETE ${CALL}`, () => ({ items: take(items.map(({ id }) => id)).length, bytes: 0 }));
  });
  return { shell, left: () => items };
}
const select = (name: RegExp) =>
  userEvent.click(within(screen.getByText(name).closest('[role=row]') as HTMLElement).getByRole('checkbox'));
const shown = (shell: FakeShell) => shell.notifications.shown.map(({ kind, text }) => `${kind}: ${text}`);

it('lists what was deleted with the user and the size, and filters on the server', async () => {
  const { shell } = open('?filter=pad&repo=npm-local');
  expect(await screen.findByText(/left-pad 1\.3\.0/)).toBeTruthy();
  expect(screen.getAllByText('rosa')).toHaveLength(2);
  expect(screen.getAllByText('Dec 4, 2026')).toHaveLength(2);
  expect(await screen.findByText(/2 items with 4 KiB; emptying the trash frees 1 KiB/)).toBeTruthy();
  const [call] = shell.http.calls.filter(({ path, method }) => path === CALL && method === 'GET');
  expect(call?.options.query).toEqual({ name: 'pad', repo: 'npm-local', limit: 100 });
});

it('restores selected items, and names those that stay with the reason', async () => {
  const { shell, left } = open();
  await screen.findByText(/left-pad 1\.3\.0/);
  await select(/left-pad/);
  await select(/manual/);
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
  await waitFor(() =>
    expect(shown(shell)).toEqual([
      'success: 1 item restored',
      'error: 1 item was not restored. left-pad: npm-local has other content',
    ]),
  );
  expect(left().map(({ id }) => id)).toEqual(['left-pad']);
  await waitFor(() => expect(screen.queryByText(/manual/)).toBeNull());
});

it('deletes an item permanently, and all of them, only after a confirmation', async () => {
  const { shell, left } = open();
  await screen.findByText(/left-pad 1\.3\.0/);
  shell.modals.answer = false;
  await userEvent.click(screen.getByRole('button', { name: 'Empty trash' }));
  await select(/left-pad/);
  await userEvent.click(screen.getByRole('button', { name: 'Delete permanently' }));
  expect(left()).toHaveLength(2);
  shell.modals.answer = true;
  await userEvent.click(screen.getByRole('button', { name: 'Delete permanently' }));
  await waitFor(() => expect(left().map(({ id }) => id)).toEqual(['docs/manual.txt']));
  await userEvent.click(screen.getByRole('button', { name: 'Empty trash' }));
  expect(await screen.findByText('The trash is empty')).toBeTruthy();
  expect(shown(shell)).toEqual([
    'success: 1 item deleted permanently',
    'success: 1 item deleted permanently',
  ]);
});

it('lets users restore their own content, and neither delete nor empty', async () => {
  const { shell, left } = open('', false);
  await screen.findByText(/left-pad 1\.3\.0/);
  expect(screen.getByText(/Packages and files that you deleted/)).toBeTruthy();
  await select(/manual/);
  for (const name of ['Delete permanently', 'Empty trash'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(shown(shell)).toEqual(['success: 1 item restored']));
  expect(left().map(({ id }) => id)).toEqual(['left-pad']);
  expect(shell.http.calls.map(({ path }) => path)).not.toContain(`${CALL}/usage`);
});

it('stores the days and the excluded repositories, and rejects other days', async () => {
  const shell = openAt(`${TRASH}/settings`, `${TRASH}/settings`, TrashSettingsPage, ({ http }) => {
    http.on(`GET ${CALL}/settings`, { days: 14, excluded: ['npm-local'] });
    http.on(`PUT ${CALL}/settings`, ({ options }: FakeCall) => options.body);
  });
  const days = await screen.findByRole('textbox', { name: /Days/ });
  await userEvent.clear(days);
  await userEvent.type(days, '400');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter a whole number from 0 to 365.')).toBeTruthy();
  await userEvent.clear(days);
  await userEvent.type(days, '30');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(shown(shell)).toEqual(['success: Settings of the trash saved']));
  const put = shell.http.calls.find(({ method }) => method === 'PUT');
  expect(put?.options.body).toEqual({ days: 30, excluded: ['npm-local'] });
});
