import { HttpFailure } from '@lading/contract';
import type { TreeChange } from '@lading/contract/rest';
import type { FakeCall } from '@lading/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { TreePage } from '../page/TreePage.tsx';
import { openAt } from '../testing/openAt.ts';
import { answerTree, BROWSER } from '../testing/sampleTree.ts';

const files = ['generic-local/a/b.txt', 'generic-local/a/c.txt', 'generic-local/e.txt'];
const place = { repoKey: 'generic-local', path: 'a' };

/** Opens the dialog for a folder. The test resolves each delete call itself. */
async function remove(trashDays?: number) {
  const user = userEvent.setup();
  const bodies: unknown[] = [];
  const answers: ((answer: TreeChange | HttpFailure) => void)[] = [];
  const shell = openAt('/repos/tree/General/generic-local/a', '/repos/tree/*', TreePage, (prepared) => {
    answerTree(prepared, files);
    prepared.http.on(`POST ${BROWSER}/remove`, ({ options }: FakeCall) => {
      const body = options.body as { dry?: boolean };
      if (body.dry) return { files: 2, bytes: 4096, ...(trashDays ? { trashDays } : {}) };
      bodies.push(body);
      return new Promise((resolve, reject) => {
        answers.push((answer) => (answer instanceof HttpFailure ? reject(answer) : resolve(answer)));
      });
    });
  });
  const open = await screen.findByRole('button', { name: 'Delete…' });
  expect(open.className).toContain('ld-button--danger');
  await user.click(open);
  const dialog = within(await screen.findByRole('dialog'));
  const consequence = trashDays ? /The trash keeps them for 14 days/ : /This cannot be undone/;
  expect(await dialog.findByText(consequence)).toBeTruthy();
  await user.click(await dialog.findByRole('button', { name: 'Delete 2 files' }));
  const answer = async (given: TreeChange | HttpFailure) => {
    await waitFor(() => expect(answers).not.toHaveLength(0));
    answers.shift()?.(given);
  };
  return { user, shell, dialog, bodies, answer };
}

describe('a stopped deletion', () => {
  it('can be continued after the call in progress, and continues where it stopped', async () => {
    const { user, shell, dialog, bodies, answer } = await remove();
    await user.click(await dialog.findByRole('button', { name: 'Stop' }));
    expect(dialog.queryByRole('button', { name: 'Delete' })).toBeNull();
    await answer({ files: 1, bytes: 2048, continueState: 'x' });
    await dialog.findByText('Stopped: 1 of 2 files deleted.');
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await answer({ files: 1, bytes: 2048 });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodies).toEqual([
      { ...place, expect: 2 },
      { ...place, continueState: 'x' },
    ]);
    expect(shell.notifications.shown.map(({ text }) => text)).toEqual(['2 files deleted']);
  });

  it('refreshes the tree without the deleted files, also when the dialog is closed after a recount', async () => {
    const { user, shell, dialog, answer } = await remove();
    await answer({ files: 1, bytes: 2048, continueState: 'x' });
    answerTree(shell, files.slice(1));
    await answer(new HttpFailure(409, 'Other files are there now', 'CHANGED'));
    await user.click(await dialog.findByRole('button', { name: 'Count again' }));
    await dialog.findByRole('button', { name: 'Delete 2 files' });
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: 'b.txt' })).toBeNull());
    await user.click(within(screen.getByRole('treeitem', { name: 'a' })).getByRole('link'));
    expect(await screen.findByRole('treeitem', { name: 'c.txt' })).toBeTruthy();
    expect(screen.queryByRole('treeitem', { name: 'b.txt' })).toBeNull();
  });
});

describe('a deletion that the trash can restore', () => {
  it('offers Undo, which restores all of its calls and shows the folder again', async () => {
    const { shell, dialog, answer } = await remove(14);
    await answer({ files: 1, bytes: 2048, continueState: 'x', deletion: 'd-1' });
    answerTree(shell, []);
    await answer({ files: 1, bytes: 2048, deletion: 'd-2' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(dialog.queryByText(/cannot be undone/)).toBeNull();
    const restored: unknown[] = [];
    shell.http.on('POST /ui/api/v1/ui/trash/restore', ({ options }: FakeCall) => {
      restored.push(options.body);
      answerTree(shell, files);
      return { restored: [{}, {}], failed: [] };
    });
    const [notification] = shell.notifications.shown;
    expect(notification?.action?.verb).toBe('Undo');
    act(() => notification?.action?.act());
    expect(await screen.findByRole('treeitem', { name: 'b.txt' })).toBeTruthy();
    expect(restored).toEqual([{ deletions: ['d-1', 'd-2'] }]);
    expect(shell.notifications.shown.map(({ text }) => text)).toEqual([
      '2 files deleted',
      '2 items restored',
    ]);
  });

  it('reports what Undo did not restore', async () => {
    const { shell, answer } = await remove(14);
    await answer({ files: 2, bytes: 4096, deletion: 'd-1' });
    await waitFor(() => expect(shell.notifications.shown).toHaveLength(1));
    shell.http.on('POST /ui/api/v1/ui/trash/restore', {
      ...{ restored: [] },
      failed: [{ id: '1', name: 'a/b.txt', repo: 'generic-local', message: 'a/b.txt exists' }],
    });
    act(() => shell.notifications.shown[0]?.action?.act());
    await waitFor(() =>
      expect(shell.notifications.shown[1]).toEqual({
        kind: 'error',
        text: '1 item was not restored: a/b.txt exists',
      }),
    );
  });
});

it('offers no Undo after a permanent deletion, and says so before it', async () => {
  const { shell, answer } = await remove();
  await answer({ files: 2, bytes: 4096 });
  await waitFor(() =>
    expect(shell.notifications.shown).toEqual([{ kind: 'success', text: '2 files deleted' }]),
  );
});
