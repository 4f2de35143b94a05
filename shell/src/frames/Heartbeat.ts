/** How often the page asks whether a frame responds, in milliseconds. */
const EVERY_MS = 1_000;
/** A frame that is silent for so many questions does not respond. */
const MOST_SILENT = 5;

/**
 * Finds out whether a frame still responds. Counts questions, not time: a page that was suspended
 * or hidden asks rarely, and a debugger stops page and frame together.
 */
export class Heartbeat {
  readonly #ask: (id: number) => void;
  readonly #lost: (seconds: number) => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  #asked = 0;
  #heard = 0;

  constructor(ask: (id: number) => void, lost: (seconds: number) => void) {
    this.#ask = ask;
    this.#lost = lost;
  }

  start(): void {
    this.stop();
    this.#timer = setInterval(() => {
      if (document.hidden) {
        this.#heard = this.#asked;
        return;
      }
      if (this.#asked - this.#heard >= MOST_SILENT) {
        this.stop();
        this.#lost((MOST_SILENT * EVERY_MS) / 1_000);
        return;
      }
      this.#asked++;
      this.#ask(this.#asked);
    }, EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** An answer to a question that was not asked does not count. */
  heard(id: number): void {
    if (id <= this.#asked) this.#heard = Math.max(this.#heard, id);
  }
}
