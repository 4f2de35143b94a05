import { Worker } from 'node:worker_threads';

export interface WriteJob {
  bytes: Uint8Array;
  sha256: string;
  temporary: string;
  path: string;
}

/** `later`: it is durable, and its file is still to be made. */
type Outcome = { replaced: boolean; later?: true } | { error: ThreadError };
type Message = { outcomes: Outcome[] } | { filed: string[] } | { fault: ThreadError } | { closed: true };

/** An error of the thread; a message between threads keeps no `code` of an error. */
interface ThreadError {
  message: string;
  code?: string;
  stack?: string;
}

function asError({ message, code, stack }: ThreadError): NodeJS.ErrnoException {
  return Object.assign(new Error(message), code === undefined ? {} : { code }, stack ? { stack } : {});
}

export interface BlobWriterOptions {
  /** A folder that no other process uses, for what makes small bytes durable before their files are. */
  journal?: string;
  /** The folder of the files, `ab/abcd…`. */
  blobs: string;
  /** What the file `store-id` of that folder must contain; absent: it is not looked at. */
  id?: string;
  /** Told when the journal cannot be used any more: every file is waited for then. */
  report?: (event: string, error?: unknown) => void;
}

interface Waiting {
  job: WriteJob;
  resolve: (outcome: { replaced: boolean }) => void;
  reject: (error: unknown) => void;
}

/** Bytes that are handed over at once at most, unless one job has more. */
const mostBytes = 8 * 1024 * 1024;
/** After which another thread takes over from one that ended, in milliseconds. */
const takeOver = 1000;
/** Milliseconds between two reports of a failure. */
const reportPause = 60_000;

/**
 * Hands small bytes to a thread that writes them: what arrives while it writes goes with the next batch, so that the trips
 * and the syncs of folders are shared. The thread comes with the first job and does not hold the process.
 */
export class BlobWriter {
  readonly #options: BlobWriterOptions;
  #thread: Worker | undefined;
  #waiting: Waiting[] = [];
  #writing: Waiting[] = [];
  /** By sha256: durable, and without a file yet. */
  readonly #unfiled = new Map<string, Uint8Array>();
  #closed: (() => void) | undefined;
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(options: BlobWriterOptions) {
    this.#options = options;
  }

  /** Bytes that were written and have no file yet: whoever looks for them looks here first. */
  unfiled(sha256: string): Uint8Array | undefined {
    return this.#unfiled.get(sha256);
  }

  /** The same, or bytes that are being written. */
  held(sha256: string): Uint8Array | undefined {
    const isIt = ({ job }: Waiting) => job.sha256 === sha256;
    return this.#unfiled.get(sha256) ?? (this.#writing.find(isIt) ?? this.#waiting.find(isIt))?.job.bytes;
  }

  /** Durable when it resolves, in its file or among the unfiled; `replaced` says that it was there before. */
  write(given: WriteJob): Promise<{ replaced: boolean }> {
    return new Promise((resolve, reject) => {
      // A piece of something larger would be handed over, and held, with all of it.
      const whole = given.bytes.buffer.byteLength > 2 * given.bytes.length + 512;
      const job = whole ? { ...given, bytes: Uint8Array.prototype.slice.call(given.bytes) } : given;
      this.#waiting.push({ job, resolve, reject });
      // Those that arrive together go together.
      if (this.#waiting.length === 1 && this.#writing.length === 0) setImmediate(() => this.#next());
    });
  }

  /** Goes on with what an earlier process left in the journal. */
  resume(): void {
    this.#thread ??= this.#start();
  }

  /** For the end, when nothing is written any more. */
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
      return at > 0 && size > mostBytes;
    });
    this.#writing = this.#waiting.splice(0, fits < 0 ? this.#waiting.length : fits);
    this.#thread ??= this.#start();
    this.#thread.postMessage(this.#writing.map(({ job }) => job));
  }

  #start(): Worker {
    const thread = new Worker(new URL('./writeBlobs.js', import.meta.url), {
      name: 'blobs',
      workerData: { journal: this.#options.journal, blobs: this.#options.blobs, id: this.#options.id },
      // Nothing of it is kept between two batches.
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

  /** The thread tries again: the same state is reported once a minute. */
  #failed(error: NodeJS.ErrnoException): void {
    const now = performance.now();
    if (now - this.#reportedAt < reportPause) return;
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

  /** What it was writing is not known to be durable; the next batch gets a new thread. */
  #lost(thread: Worker, error: unknown): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    const lost = this.#writing;
    this.#writing = [];
    for (const { reject } of lost) reject(error);
    // What has no file gets one by the journal.
    if (this.#unfiled.size > 0 && !this.#closed) setTimeout(() => this.resume(), takeOver).unref();
    this.#closed?.();
    this.#next();
  }
}
