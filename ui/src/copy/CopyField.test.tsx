import { fakeShell } from '@lading/contract/testing';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderInShell } from '../testing/renderInShell.tsx';
import { CopyField } from './CopyField.tsx';

it('copies its text and confirms it', async () => {
  const user = userEvent.setup();
  renderInShell(fakeShell(), <CopyField text="npm install left" what="Command" prompt />);
  expect(screen.getByRole('group', { name: 'Command' }).textContent).toBe('npm install left');
  await user.click(screen.getByRole('button', { name: 'Copy Command' }));
  expect(await navigator.clipboard.readText()).toBe('npm install left');
  expect((await screen.findByRole('status')).textContent).toBe('Copied');
});

it('reports that the browser denied access', async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('NotAllowed'));
  renderInShell(fakeShell(), <CopyField text="npm install left" what="Command" />);
  await user.click(screen.getByRole('button', { name: 'Copy Command' }));
  expect((await screen.findByRole('status')).textContent).toBe(
    'Failed to copy: the browser denied access to the clipboard',
  );
});

it('keeps the lines of file content, and scrolls by keyboard', () => {
  renderInShell(fakeShell(), <CopyField text={'<a>\n  <b/>\n</a>'} what="File" />);
  const lines = screen.getByRole('group', { name: 'File' }).querySelector('code');
  expect(lines?.className).toBe('ld-copy__lines');
  expect(lines?.tabIndex).toBe(0);
  expect(lines?.textContent).toBe('<a>\n  <b/>\n</a>');
});
