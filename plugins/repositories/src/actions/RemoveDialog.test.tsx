import { HttpFailure } from '@lading/contract';
import type { TreeChange } from '@lading/contract/rest';
import type { FakeCall } from '@lading/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { TreePage } from '../page/TreePage.tsx';
import { openAt } from '../testing/openAt.ts';
import { answerTree, BROWSER } from '../testing/sampleTree.ts';

const files = ['generic-local/a/b.txt', 'generic-local/a/c.txt', 'generic-local/e.txt'];
const place = { repoKey: 'generic-local', path: 'a' };

/** Opens the dialog for a folder. The test resolves each delete call itself. */
async function remove() {
  const user = userEvent.setup();
  const bodies: unknown[] = [];
  const answers: ((answer: TreeChange | HttpFailure) => void)[] = [];
  const shell = openAt('/repos/tree/General/generic-local/a', '/repos/tree/*', TreePage, (prepared) => {
    answerTree(prepared, files);
    prepared.http.on(`POST ${BROWSER}/remove`, ({ options }: FakeCall) => {
      const body = options.body as { dry?: boolean };
      if (body.dry) return { files: 2, bytes: 4096 };
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
