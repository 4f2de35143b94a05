/** Layout of the shared memory, in 32-bit words. `watch.js` uses the same names. */
export const layout = {
  /** Counter that increases every second while the event loop runs. */
  beat: 0,
  /** Number of the newest entry in any slot. */
  newest: 1,
  /**
   * Start of the slots for requests. Each contains the number of its last entry (0 means free), its
   * start in seconds, a byte count, and the text.
   */
  slots: 2,
  slotCount: 64,
  slotWords: 128,
  textOffset: 3,
} as const;

const textBytes = (layout.slotWords - layout.textOffset) * 4;

/** Requests in progress, in memory that another thread can read while this one is blocked. */
export class RequestBoard {
  readonly memory = new SharedArrayBuffer((layout.slots + layout.slotCount * layout.slotWords) * 4);
  readonly #words = new Int32Array(this.memory);
  readonly #bytes = Buffer.from(this.memory);
  readonly #free = Array.from({ length: layout.slotCount }, (_, index) => index);

  /** Must be called every second. */
  beat(): void {
    Atomics.add(this.#words, layout.beat, 1);
  }

  /**
   * Allocates a slot for a request, or returns `undefined` if all are taken. `text` is the method
   * and the URL.
   */
  begin(text: string): number | undefined {
    const slot = this.#free.pop();
    if (slot === undefined) return undefined;
    const at = layout.slots + slot * layout.slotWords;
    this.#words[at + 1] = Math.floor(Date.now() / 1000);
    this.#words[at + 2] = this.#bytes.write(text, (at + layout.textOffset) * 4, textBytes);
    this.touch(slot);
    return slot;
  }

  /** Marks the request as the most recent one. Call it wherever the request continues. */
  touch(slot: number): void {
    const number = (this.#words[layout.newest] ?? 0) + 1;
    this.#words[layout.newest] = number;
    this.#words[layout.slots + slot * layout.slotWords] = number;
  }

  end(slot: number): void {
    this.#words[layout.slots + slot * layout.slotWords] = 0;
    this.#free.push(slot);
  }
}
