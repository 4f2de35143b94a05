type Run = () => unknown;

/** Web Locks of one browser, whose pages can end without releasing them. */
export class FakeLocks {
  readonly #held = new Map<string, () => void>();

  /** As when the browser has ended all pages. */
  releaseAll(): void {
    for (const release of [...this.#held.values()]) release();
  }

  async request(name: string, ...[first, second]: [Run] | [{ signal: AbortSignal }, Run]): Promise<void> {
    const run = typeof first === 'function' ? first : second;
    if (this.#held.has(name)) throw new DOMException('The lock is held', 'TimeoutError');
    const released = new Promise<void>((resolve) => this.#held.set(name, resolve));
    await Promise.race([run?.(), released]);
    this.#held.delete(name);
  }
}
