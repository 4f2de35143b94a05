import { HttpFailure } from '@lading/contract';
import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { TreePage } from '../page/TreePage.tsx';
import { openAt } from '../testing/openAt.ts';
import { answerTree, FOLDERS } from '../testing/sampleTree.ts';

const hostile = '<img src=x onerror=alert(1)> %2f';
const files = [
  'generic-local/a/b/one.txt',
  'generic-local/a/b/two.txt',
  'generic-local/a/c.txt',
  `generic-local/a/${hostile}`,
  ...Array.from({ length: 230 }, (_, at) => `generic-local/many/${String(at).padStart(3, '0')}.bin`),
];

function open(path: string, prepare: (shell: FakeShell) => void = () => {}) {
  return openAt(path, '/repos/tree/*', TreePage, (shell) => {
    answerTree(shell, files);
    prepare(shell);
  });
}
const table = () => screen.findByRole('grid', { name: 'Items' });
const names = async () =>
  within(await table())
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
const asked = (shell: FakeShell) =>
  shell.http.calls.filter(({ path }) => path.startsWith(FOLDERS)).map(({ options }) => options.query);

describe('the contents of a folder', () => {
  it('are a table with sizes, dates, downloads, and types, whose links open the child', async () => {
    const user = userEvent.setup();
    const shell = open('/repos/tree/General/generic-local/a');
    expect(await names()).toEqual([hostile, 'b', 'c.txt']);
    const region = screen.getByRole('region', { name: 'Contents of a' });
    const [, , folder, file] = within(region).getAllByRole('row');
    for (const text of ['b', '4 KiB', '2,468', 'Folder']) expect(folder?.textContent).toContain(text);
    for (const text of ['c.txt', '2 KiB', '1,234', 'text/plain']) expect(file?.textContent).toContain(text);
    expect(document.querySelector('img')).toBeNull();
    await user.click(within(await table()).getByRole('link', { name: 'b' }));
    await waitFor(() =>
      expect(shell.navigation.place.pathname).toBe('/repos/tree/General/generic-local/a/b'),
    );
    expect(await screen.findByRole('region', { name: 'Contents of b' })).toBeTruthy();
    await waitFor(async () => expect(await names()).toEqual(['one.txt', 'two.txt']));
    expect(screen.getByRole('treeitem', { name: 'b', selected: true })).toBeTruthy();
  });

  it('are sorted and filtered by the platform, and in the URL', async () => {
    const user = userEvent.setup();
    const shell = open('/repos/tree/General/generic-local/a');
    await table();
    await user.click(screen.getByRole('button', { name: /^Size/ }));
    await waitFor(async () => expect(await names()).toEqual([hostile, 'c.txt', 'b']));
    expect(asked(shell).at(-1)).toMatchObject({ sortBy: 'size', folders: true });
    expect(shell.navigation.place.search).toContain('sort_by=size');
    await user.type(screen.getByRole('searchbox', { name: 'Filter by name' }), 'c.t{Enter}');
    await waitFor(async () => expect(await names()).toEqual(['c.txt']));
    expect(asked(shell).at(-1)).toMatchObject({ filter: 'c.t' });
    await user.clear(screen.getByRole('searchbox', { name: 'Filter by name' }));
    await user.type(screen.getByRole('searchbox', { name: 'Filter by name' }), 'none{Enter}');
    expect(await screen.findByText('No results for “none”')).toBeTruthy();
  });

  it('are loaded by pages, never as a whole', async () => {
    const shell = open('/repos/tree/General/generic-local/many');
    await table();
    await waitFor(() => expect(asked(shell).length).toBeGreaterThan(0));
    for (const query of asked(shell)) expect(query).toMatchObject({ limit: 100 });
    expect(asked(shell)[0]).not.toHaveProperty('continueState');
  });

  it('show unknown sums as unknown, not as zero', async () => {
    open('/repos/tree/General/generic-local/a', ({ http }) =>
      http.on(`GET ${FOLDERS}/generic-local/a`, { data: [{ name: 'b', folder: true }] }),
    );
    expect(await names()).toEqual(['b']);
    const [, row] = within(await table()).getAllByRole('row');
    expect(row?.textContent).toContain('Not calculated');
    expect(row?.textContent).not.toMatch(/\b0\b/);
  });

  it('are sorted by name if the folder has too many files, and say so', async () => {
    const shell = open('/repos/tree/General/generic-local/a?sort_by=size', ({ http }) =>
      http.on(`GET ${FOLDERS}/generic-local/a`, ({ options }: { options: { query?: object } }) => {
        const { sortBy } = options.query as { sortBy: string };
        if (sortBy !== 'name') throw new HttpFailure(400, 'Too many files', 'TOO_MANY');
        return { data: [{ name: 'c.txt', folder: false, size: 1, downloads: 0 }] };
      }),
    );
    expect(await screen.findByText(/more than 200,000 files, so it is sorted by name/)).toBeTruthy();
    expect(await names()).toEqual(['c.txt']);
    expect(asked(shell).map((query) => query?.sortBy)).toEqual(['size', 'name']);
  });

  it('show a failure with its cause and a retry button, never as empty', async () => {
    const user = userEvent.setup();
    let fails = true;
    open('/repos/tree/General/generic-local/a', ({ http }) =>
      http.on(`GET ${FOLDERS}/generic-local/a`, () => {
        if (fails) throw new HttpFailure(503, 'The database sleeps');
        return { data: [{ name: 'c.txt', folder: false }] };
      }),
    );
    expect(await screen.findByText('The database sleeps')).toBeTruthy();
    expect(screen.queryByText('This folder is empty')).toBeNull();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await names()).toEqual(['c.txt']);
  });
});
