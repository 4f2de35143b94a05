import type { Disposer, NotificationAction, Notifications } from '@lading/contract';

/**
 * Time that notifications stay, in milliseconds: SHORT_MS for success and information, LONG_MS for
 * warnings and errors.
 */
const SHORT_MS = 3_000;
const LONG_MS = 4_500;
/** With an action, which takes longer to decide on. */
const ACTION_MS = 10_000;

type Kind = 'success' | 'info' | 'warning' | 'error';

const STAYS: Readonly<Record<Kind, number>> = {
  success: SHORT_MS,
  info: SHORT_MS,
  warning: LONG_MS,
  error: LONG_MS,
};

/**
 * Notifications over every page, including the sign-in page. Screen readers announce them without
 * moving the focus.
 */
export class NotificationCentre implements Notifications {
  readonly #polite: HTMLElement;
  readonly #assertive: HTMLElement;
  /** Returns the label of the close button. */
  readonly #close: () => string;
  readonly #offers = new Set<string>();

  constructor(close: () => string = () => 'Close', page: Document = document) {
    this.#close = close;
    const region = page.createElement('div');
    region.className = 'lading-notifications';
    this.#polite = live(page, 'status');
    this.#assertive = live(page, 'alert');
    region.append(this.#assertive, this.#polite);
    page.body.append(region);
  }

  success(text: string, action?: NotificationAction): void {
    this.#show('success', text, action);
  }

  info(text: string): void {
    this.#show('info', text);
  }

  warning(text: string): void {
    this.#show('warning', text);
  }

  /** `action`: remedy offered while the notification is shown. */
  error(text: string, action?: NotificationAction): void {
    this.#show('error', text, action);
  }

  /**
   * Shows a notification that stays until it is accepted or closed. The same offer is shown only
   * once. The result removes it, and allows it again.
   */
  offer(text: string, verb: string, act: () => void): Disposer {
    if (this.#offers.has(text)) return () => {};
    this.#offers.add(text);
    const { box, close } = this.#draw('info', text);
    close.addEventListener('click', () => box.remove());
    close.before(button(box, verb, act));
    return () => {
      box.remove();
      this.#offers.delete(text);
    };
  }

  #show(kind: Kind, text: string, action?: NotificationAction): void {
    const { box, close } = this.#draw(kind, text);
    if (action) {
      close.before(button(box, action.verb, () => action.act()));
    }
    const clock = new StoppableClock(action ? ACTION_MS : STAYS[kind], () => box.remove());
    close.addEventListener('click', () => clock.end());
    // The timeout stops while the notification is hovered or focused.
    box.addEventListener('pointerenter', () => clock.stop());
    box.addEventListener('pointerleave', () => clock.start());
    box.addEventListener('focusin', () => clock.stop());
    box.addEventListener('focusout', () => clock.start());
  }

  #draw(kind: Kind, text: string): { box: HTMLElement; close: HTMLElement } {
    const region = kind === 'error' || kind === 'warning' ? this.#assertive : this.#polite;
    const page = region.ownerDocument;
    const box = page.createElement('div');
    box.className = `lading-notification lading-notification-${kind}`;
    const words = page.createElement('span');
    words.textContent = text;
    const close = page.createElement('button');
    close.type = 'button';
    close.className = 'lading-notification-close';
    close.setAttribute('aria-label', this.#close());
    close.textContent = '×';
    box.append(words, close);
    region.append(box);
    return { box, close };
  }
}

class StoppableClock {
  readonly #milliseconds: number;
  readonly #ended: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(milliseconds: number, ended: () => void) {
    this.#milliseconds = milliseconds;
    this.#ended = ended;
    this.start();
  }

  start(): void {
    this.stop();
    this.#timer = setTimeout(this.#ended, this.#milliseconds);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  end(): void {
    this.stop();
    this.#ended();
  }
}

/** Also removes the notification. */
function button(box: HTMLElement, verb: string, act: () => void): HTMLButtonElement {
  const made = box.ownerDocument.createElement('button');
  made.type = 'button';
  made.className = 'lading-button';
  made.textContent = verb;
  made.addEventListener('click', () => {
    box.remove();
    act();
  });
  return made;
}

function live(page: Document, role: 'status' | 'alert'): HTMLElement {
  const region = page.createElement('div');
  region.setAttribute('role', role);
  region.setAttribute('aria-live', role === 'alert' ? 'assertive' : 'polite');
  return region;
}
