import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { TreePage } from '../page/TreePage.tsx';
import { openAt } from '../testing/openAt.ts';
import { answerTree } from '../testing/sampleTree.ts';

function open() {
  return openAt('/repos/tree/Properties/generic-local/b.txt', '/repos/tree/*', TreePage, (shell) => {
    answerTree(shell, ['generic-local/b.txt']);
    shell.http.on('PATCH /artifactory/api/metadata/generic-local/b.txt', undefined);
  });
}
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

describe('a property form with unsaved input', () => {
  it('asks before the user leaves, until the property is saved', async () => {
    const user = userEvent.setup();
    const shell = open();
    await user.click(await button('Change qa.status'));
    expect(shell.navigation.blocked).toBeUndefined();
    await user.type(screen.getByRole('textbox', { name: /Values/ }), 'x');
    expect(shell.navigation.blocked).toBe('You have an unsaved property.');
    await user.click(await button('Save'));
    await waitFor(() => expect(shell.navigation.blocked).toBeUndefined());
  });

  it('is not replaced by another form', async () => {
    const user = userEvent.setup();
    open();
    await user.click(await button('Add property'));
    await user.type(screen.getByRole('textbox', { name: /Key/ }), 'stage');
    for (const name of ['Change qa.status', 'Remove qa.status'])
      expect((await button(name)).disabled).toBe(true);
    await user.click(await button('Cancel'));
    await user.click(await button('Change qa.status'));
    expect((await button('Add property')).disabled).toBe(true);
  });
});
