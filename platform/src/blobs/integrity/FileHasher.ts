import { Worker } from 'node:worker_threads';

type Message = { sha256: string } | { message: string; code?: string };

interface Job {
  path: string;
  resolve: (sha256: string) => void;
  reject: (error: Error) => void;
}

/**
 * Hashes files sequentially in a separate thread. The thread starts with the first file and does
 * not keep the process alive.
 */
export class FileHasher {
  #thread: Worker | undefined;
  readonly #jobs: Job[] = [];

  /** Returns the SHA-256. Rejects with the error of the file system, including its code. */
  hash(path: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#jobs.push({ path, resolve, reject });
      if (this.#jobs.length === 1) this.#next();
    });
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #next(): void {
    const [job] = this.#jobs;
    if (!job) return;
    this.#thread ??= this.#start();
    this.#thread.postMessage(job.path);
  }

  #start(): Worker {
    const thread = new Worker(new URL('./hashFiles.js', import.meta.url), {
      name: 'hashes',
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 32 },
    });
    thread.unref();
    thread.on('message', (message: Message) => {
      const job = this.#jobs.shift();
      if ('sha256' in message) job?.resolve(message.sha256);
      else job?.reject(Object.assign(new Error(message.message), { code: message.code }));
      this.#next();
    });
    thread.on('error', () => undefined);
    thread.on('exit', () => {
      this.#thread = undefined;
      for (const { reject } of this.#jobs.splice(0)) reject(new Error('The file hashing thread exited'));
    });
    return thread;
  }
}
