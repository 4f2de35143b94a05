import { HttpFailure } from '@lading/contract';
import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { TreePage } from '../page/TreePage.tsx';
import { openAt } from '../testing/openAt.ts';
import { answerTree } from '../testing/sampleTree.ts';

const CALL = 'GET /ui/api/v1/search/tree';
const files = ['generic-local/a/b/one.txt', 'npm-local/x/-/x.tgz'];
const one = { type: 'file', repoKey: 'generic-local', path: 'a/b/one.txt' };

function open(answer: unknown, prepare: (shell: FakeShell) => void = () => {}) {
  return openAt('/repos/tree', '/repos/tree/*', TreePage, (shell) => {
    answerTree(shell, files);
    shell.http.on(CALL, answer);
    prepare(shell);
  });
}
const field = () => screen.findByRole('searchbox', { name: 'Find repositories and paths' });
const region = () => screen.findByRole('region', { name: 'Paths' });

it('finds paths through the platform, which open in the tree', async () => {
  const user = userEvent.setup();
  const shell = open({ found: [{ ...one, type: 'folder', path: 'a/b' }, one], capped: true });
  await user.type(await field(), 'a/b{Enter}');
  const links = await waitFor(async () => {
    const found = within(await region()).getAllByRole('link');
    expect(found).toHaveLength(2);
    return found;
  });
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'bgeneric-local/a',
    'one.txtgeneric-local/a/b',
  ]);
  expect(within(await region()).getByText(/More paths can match/)).toBeTruthy();
  expect(shell.http.calls.find(({ path }) => path.endsWith('/tree'))?.options.query).toEqual({
    query: 'a/b',
  });
  await user.click(links[1] as HTMLElement);
  await waitFor(() =>
    expect(shell.navigation.place.pathname).toBe('/repos/tree/General/generic-local/a/b/one.txt'),
  );
  expect(await screen.findByRole('treeitem', { name: 'one.txt', selected: true })).toBeTruthy();
});

it('says that nothing matches, and does not search for one character', async () => {
  const user = userEvent.setup();
  const shell = open({ found: [], capped: false });
  await user.type(await field(), 'n{Enter}');
  await waitFor(() => expect(screen.queryByRole('treeitem', { name: /generic-local/ })).toBeTruthy());
  expect(screen.queryByRole('region', { name: 'Paths' })).toBeNull();
  await user.type(await field(), 'one{Enter}');
  expect(await screen.findByText('No matching paths')).toBeTruthy();
  expect(shell.http.calls.filter(({ path }) => path.endsWith('/search/tree'))).toHaveLength(1);
});

it('shows a failure with its cause, and tries again', async () => {
  const user = userEvent.setup();
  let fails = true;
  open(() => {
    if (fails) throw new HttpFailure(503, 'The database sleeps');
    return { found: [one], capped: false };
  });
  await user.type(await field(), 'one{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('The database sleeps');
  expect(screen.queryByText('No matching paths')).toBeNull();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await within(await region()).findByRole('link')).toBeTruthy();
});
