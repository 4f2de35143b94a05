import { fakeShell } from '@lading/contract/testing';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderInShell } from '../testing/index.ts';
import { Dialog } from './Dialog.tsx';

function open() {
  const onCancel = vi.fn();
  const shown = renderInShell(
    fakeShell(),
    <Dialog title="Delete it?" onCancel={onCancel}>
      <input type="file" aria-label="Files" />
    </Dialog>,
  );
  return {
    ...shown,
    onCancel,
    dialog: screen.getByRole<HTMLDialogElement>('dialog', { name: 'Delete it?' }),
  };
}

describe('a dialog', () => {
  it('stays open on Escape until its parent removes it', () => {
    const { dialog, onCancel } = open();
    const pressed = new Event('cancel', { cancelable: true });
    fireEvent(dialog, pressed);
    expect([pressed.defaultPrevented, onCancel.mock.calls.length]).toEqual([true, 1]);
  });

  it('reopens, and reports it once, when the browser closes it anyway', () => {
    const { dialog, onCancel, unmount } = open();
    // Like Chromium on a second Escape, which the page cannot prevent.
    fireEvent(dialog, new Event('cancel'));
    dialog.close();
    expect(dialog.open).toBe(true);
    expect(onCancel).toHaveBeenCalledTimes(1);
    unmount();
    expect(dialog.open).toBe(false);
    expect(onCancel).toHaveBeenCalledTimes(1);
  });

  it('stays open when a file selection in it is canceled', () => {
    const { onCancel } = open();
    fireEvent(screen.getByLabelText('Files'), new Event('cancel', { bubbles: true }));
    expect(onCancel).not.toHaveBeenCalled();
  });
});
