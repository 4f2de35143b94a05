import { Worker } from 'node:worker_threads';

export interface WriteJob {
  bytes: Uint8Array;
  sha256: string;
  temporary: string;
  path: string;
}

/** `later`: the content is durable in the journal, but its file is not written yet. */
type Outcome = { replaced: boolean; later?: true } | { error: ThreadError };
type Message = { outcomes: Outcome[] } | { filed: string[] } | { fault: ThreadError } | { closed: true };

/** An error of the thread. Messages between threads lose the `code` of an error. */
interface ThreadError {
  message: string;
  code?: string;
  stack?: string;
}

function asError({ message, code, stack }: ThreadError): NodeJS.ErrnoException {
  return Object.assign(new Error(message), code === undefined ? {} : { code }, stack ? { stack } : {});
}

export interface BlobWriterOptions {
  /**
   * Directory of the journal, which no other process uses. It makes small blobs durable before
   * their files are.
   */
  journal?: string;
  /** Directory of the blob files, `ab/abcd…`. */
  blobs: string;
  /** Expected content of the file `store-id` in that directory. Not checked if absent. */
  id?: string;
  /** Called when the journal can no longer be used. Then every write waits for its file. */
  report?: (event: string, error?: unknown) => void;
}

interface Waiting {
  job: WriteJob;
  resolve: (outcome: { replaced: boolean }) => void;
  reject: (error: unknown) => void;
}

/** Maximum bytes per batch, unless a single job has more. */
const maxBatchBytes = 8 * 1024 * 1024;
/** Delay until a new thread replaces one that ended, in milliseconds. */
const restartDelayMs = 1000;
/** Minimum interval between two reports of a failure, in milliseconds. */
const reportIntervalMs = 60_000;

/**
 * Passes small blobs to a thread that writes them. Blobs that arrive while it writes form the next
 * batch, to share messages and directory syncs. The thread starts with the first job and does not
 * keep the process alive.
 */
export class BlobWriter {
  readonly #options: BlobWriterOptions;
  #thread: Worker | undefined;
  #waiting: Waiting[] = [];
  #writing: Waiting[] = [];
  /** Durable blobs without a file, by SHA-256. */
  readonly #unfiled = new Map<string, Uint8Array>();
  #closed: (() => void) | undefined;
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(options: BlobWriterOptions) {
    this.#options = options;
  }

  /** Returns a written blob without a file. Readers must check this before the file. */
  unfiled(sha256: string): Uint8Array | undefined {
    return this.#unfiled.get(sha256);
  }

  /** Returns a written blob without a file, or one that is being written. */
  held(sha256: string): Uint8Array | undefined {
    const isIt = ({ job }: Waiting) => job.sha256 === sha256;
    return this.#unfiled.get(sha256) ?? (this.#writing.find(isIt) ?? this.#waiting.find(isIt))?.job.bytes;
  }

  /**
   * Writes a blob. Durable when it resolves, in its file or in the journal. `replaced`: the file
   * existed before.
   */
  write(given: WriteJob): Promise<{ replaced: boolean }> {
    return new Promise((resolve, reject) => {
      // Copies a slice of a larger buffer. Otherwise, the whole buffer would be transferred and
      // kept in memory.
      const whole = given.bytes.buffer.byteLength > 2 * given.bytes.length + 512;
      const job = whole ? { ...given, bytes: Uint8Array.prototype.slice.call(given.bytes) } : given;
      this.#waiting.push({ job, resolve, reject });
      // Blobs that arrive together form one batch.
      if (this.#waiting.length === 1 && this.#writing.length === 0) setImmediate(() => this.#next());
    });
  }

  /** Processes the journal of an earlier process. */
  resume(): void {
    this.#thread ??= this.#start();
  }

  /** Closes the writer, after all writes. */
  async close(): Promise<void> {
    const thread = this.#thread;
    if (!thread) return;
    await new Promise<void>((resolve) => {
      this.#closed = resolve;
      thread.postMessage('close');
    });
    this.#thread = undefined;
    await thread.terminate();
  }

  #next(): void {
    if (this.#writing.length > 0 || this.#waiting.length === 0) return;
    let size = 0;
    const fits = this.#waiting.findIndex(({ job }, at) => {
      size += job.bytes.length;
      return at > 0 && size > maxBatchBytes;
    });
    this.#writing = this.#waiting.splice(0, fits < 0 ? this.#waiting.length : fits);
    this.#thread ??= this.#start();
    this.#thread.postMessage(this.#writing.map(({ job }) => job));
  }

  #start(): Worker {
    const thread = new Worker(new URL('./writeBlobs.js', import.meta.url), {
      name: 'blobs',
      workerData: { journal: this.#options.journal, blobs: this.#options.blobs, id: this.#options.id },
      // It keeps no data between two batches.
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 },
    });
    thread.unref();
    thread.on('message', (message: Message) => {
      if ('closed' in message) this.#closed?.();
      else if ('filed' in message) for (const sha256 of message.filed) this.#unfiled.delete(sha256);
      else if ('fault' in message) this.#failed(asError(message.fault));
      else this.#told(message.outcomes);
    });
    thread.on('error', (error) => this.#lost(thread, error));
    thread.on('exit', () => this.#lost(thread, new Error('The blob writer thread exited')));
    return thread;
  }

  /** Reports a failure once a minute. The thread retries. */
  #failed(error: NodeJS.ErrnoException): void {
    const now = performance.now();
    if (now - this.#reportedAt < reportIntervalMs) return;
    this.#reportedAt = now;
    this.#options.report?.('Failed to write files from the journal. The server tries again.', error);
  }

  #told(outcomes: readonly Outcome[]): void {
    const written = this.#writing;
    this.#writing = [];
    for (const [at, { job, resolve, reject }] of written.entries()) {
      const outcome = outcomes[at];
      if (outcome && 'later' in outcome) this.#unfiled.set(job.sha256, job.bytes);
      if (outcome && 'replaced' in outcome) resolve(outcome);
      else reject(outcome ? asError(outcome.error) : new Error('The blob writer thread returned no result'));
    }
    this.#next();
  }

  /**
   * Handles the end of a thread. Its unfinished writes may not be durable. The next batch gets a
   * new thread.
   */
  #lost(thread: Worker, error: unknown): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    const lost = this.#writing;
    this.#writing = [];
    for (const { reject } of lost) reject(error);
    // A new thread writes the missing files from the journal.
    if (this.#unfiled.size > 0 && !this.#closed) setTimeout(() => this.resume(), restartDelayMs).unref();
    this.#closed?.();
    this.#next();
  }
}
