import type { Modals } from '@lading/contract';

type Question = Parameters<Modals['confirm']>[0];

/**
 * Asks for confirmation in a native modal dialog. The browser handles focus, Escape, and the page
 * behind it.
 */
export class ConfirmDialog implements Modals {
  readonly #page: Document;
  /** Returns the label of the cancel button. */
  readonly #cancel: () => string;

  constructor(cancel: () => string = () => 'Cancel', page: Document = document) {
    this.#cancel = cancel;
    this.#page = page;
  }

  confirm(question: Question): Promise<boolean> {
    const { dialog, agree, cancel } = this.#draw(question);
    const before = this.#page.activeElement;
    this.#page.body.append(dialog);
    return new Promise((settle) => {
      let agreed = false;
      const end = () => {
        dialog.remove();
        if (before instanceof HTMLElement) before.focus();
        settle(agreed);
      };
      agree.addEventListener('click', () => {
        agreed = true;
        dialog.close();
      });
      cancel.addEventListener('click', () => dialog.close());
      dialog.addEventListener('close', end);
      dialog.showModal();
      // Enter selects the answer that loses nothing.
      cancel.focus();
    });
  }

  #draw({ title, text, verb, danger }: Question) {
    const dialog = this.#page.createElement('dialog');
    dialog.className = 'lading-dialog';
    const heading = this.#page.createElement('h2');
    heading.id = `lading-dialog-${Math.random().toString(36).slice(2)}`;
    heading.textContent = title;
    const words = this.#page.createElement('p');
    words.textContent = text;
    const agree = this.#button(verb, `lading-button lading-button-${danger ? 'danger' : 'main'}`);
    const cancel = this.#button(this.#cancel(), 'lading-button');
    const buttons = this.#page.createElement('div');
    buttons.className = 'lading-dialog-buttons';
    buttons.append(agree, cancel);
    dialog.append(heading, words, buttons);
    dialog.setAttribute('aria-labelledby', heading.id);
    return { dialog, agree, cancel };
  }

  #button(words: string, className: string): HTMLButtonElement {
    const button = this.#page.createElement('button');
    button.type = 'button';
    button.className = className;
    button.textContent = words;
    return button;
  }
}
