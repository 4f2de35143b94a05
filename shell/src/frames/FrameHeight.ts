import { RateLimit } from './RateLimit.ts';

/** Height until the content is known, in pixels: that of a skeleton. */
export const FIRST_HEIGHT = 160;
/** A frame without height would not be drawn, and look like a failure. */
const LEAST = 16;
/** More changes in ten seconds wait: the page must not move all the time. */
const MOST_CHANGES = 20;
const PAUSE_MS = 1_000;

/** Height of a frame that follows its content, within limits. Beyond them, the frame scrolls. */
export class FrameHeight {
  readonly #element: HTMLElement;
  readonly #most: number;
  readonly #changes = new RateLimit(MOST_CHANGES, 10_000);
  #wanted = FIRST_HEIGHT;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: HTMLElement, most: number) {
    this.#element = element;
    this.#most = most;
    this.#apply();
  }

  set(pixels: number): void {
    this.#wanted = Math.min(Math.max(pixels, LEAST), this.#most);
    if (this.#timer !== undefined) return;
    if (this.#changes.take()) this.#apply();
    else this.#timer = setTimeout(() => this.#apply(), PAUSE_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #apply(): void {
    this.#timer = undefined;
    this.#element.style.blockSize = `${this.#wanted}px`;
  }
}
