/** Browsers report the last action of the user for this long, in milliseconds. */
const ACTIVATION_MS = 5_000;
const FIELDS = 'input, textarea, select, [contenteditable]';

/**
 * Keeps a frame from taking keys that the user types into a field of the page. Browsers let frames
 * focus themselves at any time. The user enters a frame with the pointer, with Tab, or, with
 * touch or assistive technology, by an action that is known some time after the last one in the
 * page.
 */
export class FocusGuard {
  readonly #frame: HTMLIFrameElement;
  readonly #taken: () => void;
  readonly #ended = new AbortController();
  #field: HTMLElement | undefined = fieldOf(document.activeElement);
  #acted = performance.now();
  #isTab = false;

  /** `taken`: called each time the frame has to be kept from the focus. */
  constructor(frame: HTMLIFrameElement, taken: () => void) {
    this.#frame = frame;
    this.#taken = taken;
    const options = { capture: true, signal: this.#ended.signal };
    addEventListener('focusin', ({ target }) => this.#enter(target), options);
    addEventListener('pointerdown', ({ target }) => this.#act(target), options);
    addEventListener('keydown', ({ target, key }) => this.#act(target, key === 'Tab'), options);
    addEventListener('blur', () => this.#onBlur(), { signal: this.#ended.signal });
  }

  end(): void {
    this.#ended.abort();
  }

  #enter(target: EventTarget | null): void {
    if (target !== this.#frame) this.#field = fieldOf(target);
  }

  #act(target: EventTarget | null, isTab = false): void {
    this.#enter(target);
    this.#acted = performance.now();
    this.#isTab = isTab;
  }

  #onBlur(): void {
    const field = this.#field;
    if (!field || document.activeElement !== this.#frame || this.#isEntered()) return;
    this.#taken();
    // In this event, the focus is still changing. A field in a closed panel has to be shown first.
    setTimeout(() => {
      if (document.activeElement === this.#frame || !this.#frame.isConnected) field.focus();
    });
  }

  #isEntered(): boolean {
    if (this.#isTab || this.#frame.matches(':hover')) return true;
    const { userActivation } = navigator as Partial<Navigator>;
    return performance.now() - this.#acted > ACTIVATION_MS && (userActivation?.isActive ?? true);
  }
}

function fieldOf(target: EventTarget | null): HTMLElement | undefined {
  return target instanceof HTMLElement && target.matches(FIELDS) ? target : undefined;
}
