import { DIALOG, heldByPage } from './heldByPage.ts';

/** Browsers report the last action of the user for this long, in milliseconds. */
const ACTIVATION_MS = 5_000;
/** Longest time from Tab to the focus of a frame in another process. */
const TAB_MS = 1_000;
/** The focus can change without an event while the window does not have it. */
const CHECK_MS = 250;

interface GuardOptions {
  /** Called each time the frame has to be kept from the focus, with the element that had it. */
  readonly taken: (from: HTMLElement | undefined) => void;
  /** Not visible: the user never enters it. */
  readonly isHidden?: boolean;
}

/**
 * Keeps a frame from taking keys that the user types into a field or dialog of the page. Browsers
 * let frames focus themselves at any time, and don't tell the page of clicks in a frame. The user
 * enters a frame
 * - with Tab,
 * - with a click that the page has seen: soon after an action in a field of the page, the frame
 *   lets the pointer through, so that the first click only moves the focus,
 * - by an action when the last one in the page is so long ago that the browser has forgotten it.
 */
export class FocusGuard {
  readonly #frame: HTMLIFrameElement;
  readonly #options: GuardOptions;
  readonly #ended = new AbortController();
  readonly #checks = setInterval(() => this.#check(), CHECK_MS);
  /** Has the focus until the user moves it. */
  #held: HTMLElement | undefined;
  /** The last action in the page. */
  #acted = userIsActive() === false ? Number.NEGATIVE_INFINITY : performance.now();
  #tab: Event | undefined;
  #isEntered = false;
  /** The pointer is down where the frame is. */
  #isClicked = false;
  /** The focus is about to be given back. */
  #isReturning = false;

  constructor(frame: HTMLIFrameElement, options: GuardOptions) {
    this.#frame = frame;
    this.#options = options;
    this.#hold(document.activeElement);
    const capture = { capture: true, signal: this.#ended.signal };
    addEventListener('focusin', (event) => this.#onFocus(event), capture);
    addEventListener('pointerdown', (event) => this.#onPointer(event), capture);
    addEventListener('keydown', (event) => this.#act(event, event.key === 'Tab'), capture);
    addEventListener('mousedown', (event) => this.#onClick(event), capture);
    addEventListener('blur', () => this.#check(), { signal: this.#ended.signal });
    document.addEventListener('visibilitychange', () => this.#check(), capture);
  }

  end(): void {
    clearInterval(this.#checks);
    this.#ended.abort();
  }

  /** The page moves the focus to the frame, or the user does. */
  enter(): void {
    this.#isEntered = true;
    this.#held = undefined;
    this.#shield();
  }

  /** The user has answered a question of the frame, and has the focus where it was. */
  answered(): void {
    if (this.#hasFocus) this.enter();
  }

  /**
   * Resolves to whether the user works in the frame. Soon after an action in the page, that is
   * known only once the browser has forgotten it.
   */
  async isInUse(): Promise<boolean> {
    this.#check();
    const left = ACTIVATION_MS - this.#age;
    if (this.#hasFocus && !this.#isEntered && left > 0 && userIsActive()) {
      await new Promise((resolve) => setTimeout(resolve, left + CHECK_MS));
      this.#check();
    }
    return this.#hasFocus && this.#isEntered;
  }

  get #hasFocus(): boolean {
    return document.activeElement === this.#frame;
  }

  /** Milliseconds since the last action in the page. */
  get #age(): number {
    return performance.now() - this.#acted;
  }

  #onFocus(event: Event): void {
    const target = targetOf(event);
    if (target === this.#frame) return;
    // Tab has moved the focus within the page.
    this.#tab = undefined;
    this.#hold(target);
  }

  #act(event: Event, isTab = false): void {
    this.#acted = performance.now();
    this.#tab = isTab ? event : undefined;
    this.#hold(targetOf(event));
  }

  #hold(target: EventTarget | null | undefined): void {
    if (target === this.#frame) return;
    this.#isEntered = false;
    this.#held = this.#options.isHidden && target instanceof HTMLElement ? target : heldByPage(target);
    this.#shield();
  }

  /** The pointer does not reach the frame while the page could not tell a click in it. */
  #shield(): void {
    const isUnsure = userIsActive() === undefined || this.#age <= ACTIVATION_MS;
    this.#frame.style.pointerEvents = this.#held && isUnsure ? 'none' : '';
  }

  #onPointer(event: PointerEvent): void {
    this.#isClicked = this.#isOn(event);
    if (!this.#isClicked) this.#act(event);
  }

  /** Whether the event would be one of the frame, but for the shield. */
  #isOn({ clientX, clientY }: MouseEvent): boolean {
    const { style } = this.#frame;
    const { left, right, top, bottom } = this.#frame.getBoundingClientRect();
    const isWithin = clientX >= left && clientX < right && clientY >= top && clientY < bottom;
    if (style.pointerEvents !== 'none' || !isWithin) return false;
    // A menu can be above it.
    style.pointerEvents = '';
    const isFrame = document.elementFromPoint(clientX, clientY) === this.#frame;
    this.#shield();
    return isFrame;
  }

  /** Unlike `pointerdown`, not the start of scrolling with a finger. */
  #onClick(event: MouseEvent): void {
    if (!this.#isClicked) return;
    this.#isClicked = false;
    event.preventDefault();
    this.enter();
    this.#frame.focus();
  }

  #check(): void {
    const { activeElement } = document;
    // The user has left the field for another frame, whose guard judges that.
    if (activeElement !== this.#frame && activeElement instanceof HTMLIFrameElement) this.#held = undefined;
    this.#shield();
    if (!this.#hasFocus || this.#isEntered) return;
    if (this.#entersNow()) this.enter();
    else if (this.#isHeld || this.#options.isHidden) this.#giveBack(this.#held);
  }

  /** A dialog that closes returns the focus to the frame before it is removed. */
  get #isHeld(): boolean {
    return this.#held?.isConnected === true && !this.#held.closest('dialog:not([open])');
  }

  #entersNow(): boolean {
    if (this.#options.isHidden || this.#held?.closest(DIALOG)) return false;
    if (this.#tab && !this.#tab.defaultPrevented && this.#age < TAB_MS) return true;
    return this.#age > ACTIVATION_MS && userIsActive() === true;
  }

  #giveBack(to: HTMLElement | undefined): void {
    // A busy page checks again before it gives the focus back.
    if (this.#isReturning) return;
    this.#isReturning = true;
    this.#options.taken(to);
    // In an event, the focus is still changing. A field in a closed panel has to be shown first.
    setTimeout(() => {
      this.#isReturning = false;
      if (this.#hasFocus || !this.#frame.isConnected) to?.focus();
      // No longer shown: the user does not type there.
      if (this.#hasFocus) this.#held = undefined;
    });
  }
}

/** Absent in old browsers. */
function userIsActive(): boolean | undefined {
  return (navigator as Partial<Navigator>).userActivation?.isActive;
}

/** Also within a component with a document of its own. */
function targetOf(event: Event): EventTarget | undefined {
  return event.composedPath()[0];
}
