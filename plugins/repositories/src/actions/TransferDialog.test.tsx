import { HttpFailure } from '@lading/contract';
import type { FakeCall } from '@lading/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { TreePage } from '../page/TreePage.tsx';
import { openAt } from '../testing/openAt.ts';
import { answerTree, BROWSER } from '../testing/sampleTree.ts';

it('refreshes the tree without the moved files, also when the dialog is closed after a stopped move', async () => {
  const user = userEvent.setup();
  const answers = [
    () => ({ files: 2, bytes: 10 }),
    () => {
      answerTree(shell, ['generic-local/a/c.txt', 'generic-local/kept/b.txt']);
      return { files: 1, bytes: 5, continueState: 'x' };
    },
    () => {
      throw new HttpFailure(503, 'It rests');
    },
  ];
  const shell = openAt('/repos/tree/General/generic-local/a', '/repos/tree/*', TreePage, (prepared) => {
    answerTree(prepared, ['generic-local/a/b.txt', 'generic-local/a/c.txt']);
    prepared.http.on('GET /ui/api/v1/ui/repodata', {
      repoTypesList: [{ repoKey: 'generic-local', repoType: 'generic', type: 'LOCAL' }],
    });
    prepared.http.on(`POST ${BROWSER}/move`, () => answers.shift()?.());
  });
  await screen.findByRole('treeitem', { name: 'c.txt' });
  await user.click(screen.getByRole('button', { name: 'Move…' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = await dialog.findByRole('textbox', { name: /Target path/ });
  await user.clear(field);
  await user.type(field, 'kept');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await user.click(await dialog.findByRole('button', { name: 'Move' }));
  await dialog.findByText('Stopped: It rests');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(shell.navigation.place.pathname).toBe('/repos/tree/General/generic-local/kept'));
  const moved = await screen.findByRole('treeitem', { name: 'b.txt' });
  await waitFor(() => expect(screen.getAllByRole('treeitem', { name: 'b.txt' })).toHaveLength(1));
  expect(within(moved).getByRole('link').getAttribute('href')).toContain('/kept/b.txt');
});

/** Moves `generic-local/a` to `kept`, after a preview with `targetExists`. */
async function move(targetExists: boolean) {
  const user = userEvent.setup();
  const calls: unknown[] = [];
  const previews = [targetExists];
  const shell = openAt('/repos/tree/General/generic-local/a', '/repos/tree/*', TreePage, (prepared) => {
    answerTree(prepared, ['generic-local/a/b.txt']);
    prepared.http.on('GET /ui/api/v1/ui/repodata', {
      repoTypesList: [{ repoKey: 'generic-local', repoType: 'generic', type: 'LOCAL' }],
    });
    prepared.http.on(`POST ${BROWSER}/move`, ({ options }: FakeCall) => {
      const { dry, path, ...rest } = options.body as { dry?: boolean; path: string };
      if (dry) return { files: 1, bytes: 5, replaces: 0, targetExists: previews.shift() ?? false };
      calls.push({ path, ...rest });
      answerTree(shell, [path === 'a' ? 'generic-local/kept/b.txt' : 'generic-local/a/b.txt']);
      return { files: 1, bytes: 5 };
    });
  });
  await screen.findByRole('treeitem', { name: 'b.txt' });
  await user.click(screen.getByRole('button', { name: 'Move…' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = await dialog.findByRole('textbox', { name: /Target path/ });
  await user.clear(field);
  await user.type(field, 'kept');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await user.click(await dialog.findByRole('button', { name: 'Move' }));
  await waitFor(() => expect(shell.notifications.shown).toHaveLength(1));
  const undo = shell.notifications.shown[0]?.action;
  return { shell, calls, previews, undo };
}

describe('Undo of a move', () => {
  it('moves everything back, and shows it at its old path', async () => {
    const { shell, calls, undo } = await move(false);
    expect(undo?.verb).toBe('Undo');
    act(() => undo?.act());
    await waitFor(() =>
      expect(shell.notifications.shown.map(({ text }) => text)).toEqual([
        '1 file moved',
        '1 file moved back',
      ]),
    );
    expect(calls[1]).toEqual({
      ...{ repoKey: 'generic-local', path: 'kept' },
      ...{ targetRepoKey: 'generic-local', targetPath: 'a' },
    });
    await waitFor(() => expect(shell.navigation.place.pathname).toBe('/repos/tree/General/generic-local/a'));
    const back = await screen.findByRole('treeitem', { name: 'b.txt' });
    expect(within(back).getByRole('link').getAttribute('href')).toContain('/a/b.txt');
  });

  it('is not offered if the move merged a folder with another', async () => {
    expect((await move(true)).undo).toBeUndefined();
  });

  it('changes nothing if something is at the old path again', async () => {
    const { shell, calls, previews, undo } = await move(false);
    previews.push(true);
    act(() => undo?.act());
    await waitFor(() =>
      expect(shell.notifications.shown[1]).toEqual({
        kind: 'error',
        text: 'Failed to move back: generic-local/a exists again.',
      }),
    );
    expect(calls).toHaveLength(1);
  });
});
