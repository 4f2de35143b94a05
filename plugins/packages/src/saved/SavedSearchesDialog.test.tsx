import { HttpFailure } from '@lading/contract';
import type { SavedSearch, SavedSearches } from '@lading/contract/rest';
import { type FakeShell, fakeUser } from '@lading/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { PackageListPage } from '../list/PackageListPage.tsx';
import { openAt } from '../testing/openAt.ts';
import { onOnePage, samplePackage } from '../testing/samples.ts';

beforeAll(() => import('../rareParts.ts'));

const CALL = '/ui/api/v1/ui/saved_searches';
const mine: SavedSearch = {
  ...{ id: '7', name: 'React on npm', query: 'query=react+type%3Anpm', project: null, author: 'ada' },
  ...{ modified: '2026-01-01T00:00:00Z', mayChange: true, problem: null },
};
const shared: SavedSearch = {
  ...{ ...mine, id: '8', name: 'Broken', query: 'query=severty%3Ahigh', project: 'tea', author: 'bea' },
  ...{ mayChange: false, problem: 'Unknown condition "severty:".' },
};

function open(search: string, saved: SavedSearches, set?: (shell: FakeShell) => void) {
  return openAt(`/packages${search}`, '/packages', PackageListPage, (shell) => {
    shell.user.current = fakeUser({ admin: false });
    shell.http.on('POST /ui/api/v1/mds/packages', { data: { packages: onOnePage([samplePackage()]) } });
    shell.http.on(`GET ${CALL}`, () => saved);
    set?.(shell);
  });
}
const list = (searches: SavedSearch[], projects: SavedSearches['projects'] = []): SavedSearches => ({
  ...{ searches, projects, more: false },
});
async function openDialog() {
  await userEvent.click(await screen.findByRole('button', { name: 'Saved searches' }));
  return within(await screen.findByRole('dialog', { name: 'Saved searches' }));
}

describe('saved searches', () => {
  it('save the current search with its filters, private or shared with a project', async () => {
    const saved = list([], [{ key: 'tea', name: 'Tea' }]);
    const shell = open('?query=react&repos=npm-local&endCursor=x', saved, ({ http }) =>
      http.on(`POST ${CALL}`, mine),
    );
    const dialog = await openDialog();
    expect(await dialog.findByText('No saved searches yet')).toBeTruthy();
    expect(dialog.getByText('Current search: react · npm-local')).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name of the search' }), 'React');
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Visible to' }), 'tea');
    await userEvent.click(dialog.getByRole('button', { name: 'Save search' }));
    await waitFor(() =>
      expect(shell.http.calls.find(({ options }) => options.method === 'POST' && options.body)).toBeTruthy(),
    );
    const sent = shell.http.calls.find(({ path, options }) => path === CALL && options.method === 'POST');
    expect(sent?.options.body).toEqual({
      ...{ name: 'React', project: 'tea', query: 'query=react&repos=npm-local' },
    });
  });

  it('show why saving failed, and keep the name', async () => {
    open('?query=react', list([]), ({ http }) =>
      http.on(`POST ${CALL}`, () => {
        throw new HttpFailure(409, 'The name is used.', 'EXISTS');
      }),
    );
    const dialog = await openDialog();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name of the search' }), 'React{Enter}');
    expect((await dialog.findByRole('alert')).textContent).toContain('The name is used.');
    expect(dialog.getByRole('textbox')).toHaveProperty('value', 'React');
    expect(dialog.queryByRole('combobox', { name: 'Visible to' })).toBeNull();
  });

  it('are opened, renamed, and deleted, and say when they are no longer valid', async () => {
    const shell = open('', list([mine, shared]), ({ http, modals }) => {
      http.on(`PATCH ${CALL}/7`, mine);
      http.on(`DELETE ${CALL}/7`, undefined);
      modals.answer = true;
    });
    const dialog = await openDialog();
    expect(await dialog.findByText(/Unknown condition "severty:"/)).toBeTruthy();
    expect(dialog.getByText('Shared with project tea by bea')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Delete Broken' })).toBeNull();
    expect(dialog.queryByRole('textbox')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Rename React on npm' }));
    const name = dialog.getByRole('textbox', { name: 'New name' });
    await userEvent.clear(name);
    await userEvent.type(name, 'Mine{Enter}');
    await waitFor(() => expect(dialog.queryByRole('textbox')).toBeNull());
    await userEvent.click(dialog.getByRole('button', { name: 'Delete React on npm' }));
    await waitFor(() =>
      expect(
        shell.http.calls
          .filter(({ path }) => path.startsWith(`${CALL}/`))
          .map(({ path, options }) => [options.method, path, options.body]),
      ).toEqual([
        ['PATCH', `${CALL}/7`, { name: 'Mine' }],
        ['DELETE', `${CALL}/7`, undefined],
      ]),
    );
    await userEvent.click(dialog.getByRole('link', { name: 'React on npm' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('combobox', { name: /^Search/ })).toHaveProperty('value', 'react type:npm');
  });

  it('say when they fail to load', async () => {
    open('', list([]), ({ http }) =>
      http.on(`GET ${CALL}`, () => {
        throw new HttpFailure(500, 'The database is down.');
      }),
    );
    const dialog = await openDialog();
    expect(await dialog.findByText('Failed to load saved searches')).toBeTruthy();
    expect(dialog.queryByText('No saved searches yet')).toBeNull();
  });
});
