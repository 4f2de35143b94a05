import { beforeEach, describe, expect, it } from 'vitest';
import { ConfirmDialog } from './ConfirmDialog.ts';

const question = {
  title: 'Delete "npm-local"?',
  text: '42 packages go with it.',
  verb: 'Delete',
  danger: true,
};
const button = (text: string) =>
  [...document.querySelectorAll('button')].find((each) => each.textContent === text);

beforeEach(() => {
  document.body.innerHTML = '<input id="earlier">';
  // jsdom has the dialog element but cannot open it.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      this.dispatchEvent(new Event('close'));
    },
  });
});

describe('a confirmation dialog', () => {
  it('shows its question, and offers its verb and Cancel, which Enter selects', () => {
    void new ConfirmDialog().confirm(question);
    const dialog = document.querySelector('dialog');
    const heading = document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '');
    expect(heading?.textContent).toBe('Delete "npm-local"?');
    expect(dialog?.textContent).toContain('42 packages go with it.');
    expect(document.activeElement?.textContent).toBe('Cancel');
  });

  it('resolves to whether the user confirmed, and restores the focus', async () => {
    document.getElementById('earlier')?.focus();
    const yes = new ConfirmDialog().confirm(question);
    button('Delete')?.click();
    expect(await yes).toBe(true);
    expect(document.activeElement?.id).toBe('earlier');
    const no = new ConfirmDialog().confirm(question);
    button('Cancel')?.click();
    expect(await no).toBe(false);
  });

  it('treats Escape as Cancel', async () => {
    const answer = new ConfirmDialog().confirm(question);
    document.querySelector('dialog')?.close();
    expect(await answer).toBe(false);
    expect(document.querySelector('dialog')).toBeNull();
  });
});
