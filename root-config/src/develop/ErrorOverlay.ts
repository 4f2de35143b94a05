import type { BootOverride } from '@lading/contract/rest';
import { inLanguage, messages } from './texts.ts';

/** Shows the latest error of the plugin over the page. */
export class ErrorOverlay {
  readonly #page: Document;
  readonly #override: BootOverride;
  readonly #box: HTMLElement;
  readonly #text: HTMLElement;

  constructor(page: Document, override: BootOverride) {
    this.#page = page;
    this.#override = override;
    this.#box = page.createElement('section');
    this.#box.className = 'lading-develop-error';
    const heading = page.createElement('h2');
    this.#text = page.createElement('pre');
    this.#text.tabIndex = 0;
    const close = page.createElement('button');
    close.type = 'button';
    close.className = 'lading-button';
    close.addEventListener('click', () => this.#box.remove());
    this.#box.append(heading, close, this.#text);
    this.#box.setAttribute('role', 'alert');
    inLanguage(page, (say) => {
      heading.textContent = say(messages.error, { plugin: this.#override.specifier });
      close.textContent = say(messages.close);
      this.#text.setAttribute('aria-label', heading.textContent);
    });
  }

  show(error: string): void {
    this.#text.textContent = error;
    this.#page.body.append(this.#box);
  }
}
