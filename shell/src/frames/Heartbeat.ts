/** How often the page asks whether a frame responds, in milliseconds. */
const EVERY_MS = 1_000;
/** Number of unanswered questions after which a frame counts as not responding. */
const MOST_SILENT = 5;

/**
 * Checks whether a frame responds. Counts questions, not time: a page that was suspended or hidden
 * asks rarely, and a debugger stops page and frame together.
 */
export class Heartbeat {
  readonly #ask: (id: number) => void;
  readonly #lost: (seconds: number) => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  #asked = 0;
  #heard = 0;
  /** The frame has responded at least once. */
  responded = false;

  constructor(ask: (id: number) => void, lost: (seconds: number) => void) {
    this.#ask = ask;
    this.#lost = lost;
  }

  start(): void {
    this.stop();
    // The first answer does not wait for the plugin's code, which is loaded after it.
    this.#next();
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
      this.#next();
    }, EVERY_MS);
  }

  #next(): void {
    this.#asked++;
    this.#ask(this.#asked);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** An answer to a question that was not asked does not count. */
  heard(id: number): void {
    if (id > this.#asked) return;
    this.responded = true;
    this.#heard = Math.max(this.#heard, id);
  }
}
