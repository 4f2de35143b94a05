import type { Message } from '@lading/contract';
import type { BootOverride } from '@lading/contract/rest';
import { inLanguage, messages } from './texts.ts';

const CALL = '/ui/api/v1/lading/plugins/override';
/** How often the time left is updated, in milliseconds. */
const EVERY_MS = 20_000;

type State = 'active' | 'lost' | 'rejected';

/** Shows on the page which plugin is replaced, from where, how long, and a button that ends it. */
export class OverrideBar {
  readonly #page: Document;
  readonly #override: BootOverride;
  readonly #until: number;
  readonly #bar: HTMLElement;
  readonly #text: HTMLElement;
  readonly #left: HTMLElement;
  readonly #button: HTMLButtonElement;
  #state: State | undefined;
  #problem: string | undefined;

  constructor(page: Document, override: BootOverride) {
    this.#page = page;
    this.#override = override;
    this.#until = performance.now() + override.secondsLeft * 1000;
    this.#bar = page.createElement('aside');
    this.#bar.className = 'lading-develop';
    this.#text = page.createElement('p');
    this.#text.setAttribute('role', 'status');
    this.#left = page.createElement('p');
    this.#button = page.createElement('button');
    this.#button.type = 'button';
    this.#button.className = 'lading-button';
    this.#button.addEventListener('click', () => void this.#click());
    this.#bar.append(this.#text, this.#left, this.#button);
  }

  show(state: State): void {
    const isFirst = this.#state === undefined;
    this.#state = state;
    if (isFirst) {
      this.#page.body.append(this.#bar);
      setInterval(() => this.#draw(), EVERY_MS);
      inLanguage(this.#page, (say) => {
        this.#say = say;
        this.#draw();
      });
    } else this.#draw();
  }

  #say: (message: Message, values?: Record<string, string | number>) => string = ({ text }) => text;

  #draw(): void {
    const { specifier: plugin, origin } = this.#override;
    const minutes = Math.ceil((this.#until - performance.now()) / 60_000);
    const message = this.#hasExpired ? messages.expired : messages[this.#state ?? 'active'];
    this.#bar.setAttribute('aria-label', this.#say(messages.heading));
    this.#bar.dataset.state = this.#hasExpired ? 'expired' : this.#state;
    set(this.#text, this.#problem ?? this.#say(message, { plugin, origin }));
    const left = { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
    set(this.#left, this.#hasExpired ? '' : this.#say(messages.left, left));
    set(this.#button, this.#say(this.#hasExpired ? messages.reload : messages.stop));
  }

  get #hasExpired(): boolean {
    return performance.now() >= this.#until;
  }

  async #click(): Promise<void> {
    const problem = this.#hasExpired ? undefined : await stop();
    if (problem === undefined) {
      forget(this.#override.name);
      location.reload();
      return;
    }
    this.#problem = this.#say(messages.stopFailed, { reason: problem });
    this.#draw();
  }
}

/** Unchanged text is not set again: a screen reader would repeat it. */
function set(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Returns the reason on failure. */
async function stop(): Promise<string | undefined> {
  try {
    const headers = { 'x-requested-with': 'XMLHttpRequest' };
    const answer = await fetch(CALL, { method: 'DELETE', credentials: 'same-origin', headers });
    // The override ended with the session.
    return answer.ok || answer.status === 401 ? undefined : `HTTP ${answer.status}`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Removes the manifest of the development server from the browser's cache. */
function forget(name: string): void {
  try {
    localStorage.removeItem(`lading.contributions.${name}`);
  } catch {
    // Without storage, nothing was cached.
  }
}
