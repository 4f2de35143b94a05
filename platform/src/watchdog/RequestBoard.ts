/** Where things are in the shared memory, in 32-bit words; `watch.js` reads them by these names. */
export const layout = {
  /** Counts up once a second while the event loop runs. */
  beat: 0,
  /** The number of the newest entry in any slot. */
  newest: 1,
  /** Slots for requests follow, each with the number of its last entry (0: free), its start in seconds, a byte count, and the text. */
  slots: 2,
  slotCount: 64,
  slotWords: 128,
  textOffset: 3,
} as const;

const textBytes = (layout.slotWords - layout.textOffset) * 4;

/** The requests in progress, in memory that another thread can read while this one is blocked. */
export class RequestBoard {
  readonly memory = new SharedArrayBuffer((layout.slots + layout.slotCount * layout.slotWords) * 4);
  readonly #words = new Int32Array(this.memory);
  readonly #bytes = Buffer.from(this.memory);
  readonly #free = Array.from({ length: layout.slotCount }, (_, index) => index);

  /** To be called once a second. */
  beat(): void {
    Atomics.add(this.#words, layout.beat, 1);
  }

  /** Takes a slot for a request; undefined if all are taken. `text` is the method and the URL. */
  begin(text: string): number | undefined {
    const slot = this.#free.pop();
    if (slot === undefined) return undefined;
    const at = layout.slots + slot * layout.slotWords;
    this.#words[at + 1] = Math.floor(Date.now() / 1000);
    this.#words[at + 2] = this.#bytes.write(text, (at + layout.textOffset) * 4, textBytes);
    this.touch(slot);
    return slot;
  }

  /** Makes the request the most recent one; to be called where it continues. */
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
