import type { FocusGuard } from './FocusGuard.ts';
import { heldByPage } from './heldByPage.ts';

/**
 * As for other pages: the focus follows the navigation, unless the user has moved it. It stays in
 * fields and dialogs of the page: the plugin chooses when it mounts and navigates.
 */
export class FrameFocus {
  readonly #frame: HTMLIFrameElement;
  readonly #guard: Pick<FocusGuard, 'enter'>;
  readonly #tell: () => void;
  /** Has the focus when the frame is added. */
  readonly #before = document.activeElement;

  /** `tell`: the frame moves the focus to its heading. */
  constructor(frame: HTMLIFrameElement, guard: Pick<FocusGuard, 'enter'>, tell: () => void) {
    this.#frame = frame;
    this.#guard = guard;
    this.#tell = tell;
  }

  /** The plugin is mounted. */
  enter(): void {
    this.#move(this.#before);
  }

  /** After a navigation within the plugin. */
  follow(): void {
    // It is that of the page before.
    delete this.#frame.dataset.heading;
    const before = document.activeElement;
    // Once a menu or dialog that the user navigated with is closed.
    requestAnimationFrame(() => this.#move(before));
  }

  #move(before: Element | null): void {
    const { activeElement } = document;
    const isBusy = activeElement !== before && activeElement !== document.body;
    if (!this.#frame.isConnected || (isBusy && activeElement?.isConnected)) return;
    if (heldByPage(activeElement)) return;
    this.#guard.enter();
    this.#frame.focus();
    this.#tell();
  }
}
