import { HttpFailure } from '@lading/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
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
