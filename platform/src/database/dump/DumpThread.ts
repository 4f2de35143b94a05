import { Worker } from 'node:worker_threads';
import { type DumpClient, exportSnapshot, session } from './DumpClient.ts';

type Message =
  | { pid: number }
  | { slice: Uint8Array }
  | { written: number }
  | { rows: number; size?: number; sha256?: string }
  | { error: { message: string; code?: string } };

/** Reads tables in a thread, in the snapshot of a client, whose transaction must stay open. */
export class DumpThread {
  readonly #thread: Worker;
  readonly #messages: Message[] = [];
  #wake: () => void = () => undefined;
  /** Of the last copied statement. */
  rowCount = 0;

  private constructor(thread: Worker) {
    this.#thread = thread;
    thread.on('message', (message: Message) => this.#add(message));
    thread.on('error', (error) => this.#add({ error: error as Error }));
    thread.on('exit', () => this.#add({ error: new Error('The thread that reads the database exited') }));
  }

  /** `onConnected` gets the ID of the process of the database that reads for the thread. */
  static async start(
    { url, client }: { url: string; client: DumpClient },
    onConnected: (pid: number) => void = () => undefined,
  ): Promise<DumpThread> {
    const thread = new DumpThread(
      new Worker(new URL('./dumpTables.js', import.meta.url), {
        name: 'backup',
        workerData: { url, session, snapshot: await exportSnapshot(client) },
        resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 64 },
      }),
    );
    try {
      const message = await thread.#next();
      if ('pid' in message) onConnected(message.pid);
      return thread;
    } catch (error) {
      await thread.close();
      throw error;
    }
  }

  /**
   * Yields the result of a statement in PostgreSQL's text format, compressed with gzip. Reads ahead
   * only a little, so a slow consumer slows the database down.
   */
  async *copy(statement: string): AsyncGenerator<Uint8Array> {
    this.#thread.postMessage({ statement });
    for (;;) {
      const message = await this.#next();
      if ('rows' in message) {
        this.rowCount = message.rows;
        return;
      }
      if (!('slice' in message)) continue;
      yield message.slice;
      this.#thread.postMessage('received');
    }
  }

  /**
   * Writes the result to a new file, in the same format, and calls `afterSlice` after each write.
   * The content stays in the thread: in this one, its garbage would be collected about once a
   * second, and requests would wait for it. The file is durable when this resolves.
   */
  async copyToFile(
    statement: string,
    file: { path: string; syncBytes: number },
    afterSlice: () => Promise<void>,
  ): Promise<{ size: number; sha256: string }> {
    this.#thread.postMessage({ statement, file });
    for (;;) {
      const message = await this.#next();
      if ('rows' in message) {
        const { rows, size = 0, sha256 = '' } = message;
        this.rowCount = rows;
        return { size, sha256 };
      }
      await afterSlice();
      this.#thread.postMessage('received');
    }
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }

  #add(message: Message): void {
    this.#messages.push(message);
    this.#wake();
  }

  async #next(): Promise<Exclude<Message, { error: object }>> {
    while (this.#messages.length === 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    const message = this.#messages.shift() as Message;
    if (!('error' in message)) return message;
    const { message: text, ...fields } = message.error;
    throw Object.assign(new Error(text), fields);
  }
}
