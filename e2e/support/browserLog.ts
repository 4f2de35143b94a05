import type { local } from 'webdriver';

/** Entries of the browser's console since `start`. */
export class BrowserLog {
  readonly #entries: local.LogEntry[] = [];
  readonly #listen = (entry: local.LogEntry) => {
    this.#entries.push(entry);
  };

  static async start(): Promise<BrowserLog> {
    const log = new BrowserLog();
    await browser.sessionSubscribe({ events: ['log.entryAdded'] });
    browser.on('log.entryAdded', log.#listen);
    return log;
  }

  /**
   * One text per entry: its first argument, without added details for debugging (an error, a
   * cause).
   */
  get messages(): readonly string[] {
    return this.#entries.map((entry) => {
      const first = 'args' in entry ? entry.args[0] : undefined;
      return first?.type === 'string' ? first.value : (entry.text ?? '');
    });
  }

  /** The texts of errors, also of those that the browser itself logs. */
  get errors(): readonly string[] {
    return this.#entries.filter(({ level }) => level === 'error').map(({ text }) => text ?? '');
  }

  /** Waits for an entry whose message is exactly `text`. */
  async waitFor(text: string): Promise<void> {
    await browser
      .waitUntil(async () => this.messages.includes(text))
      .catch(() => {
        throw new Error(`the log never said '${text}', but: ${JSON.stringify(this.messages, null, 1)}`);
      });
  }

  count(text: string): number {
    return this.messages.filter((message) => message === text).length;
  }

  clear(): void {
    this.#entries.length = 0;
  }

  stop(): void {
    browser.off('log.entryAdded', this.#listen);
  }
}
