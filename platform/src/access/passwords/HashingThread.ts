import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

type Answer = { done: string | boolean } | { error: unknown };

interface Asked {
  resolve(done: never): void;
  reject(error: unknown): void;
}

/** Hashes one password at a time in a thread. The thread starts with the first one. */
export class HashingThread {
  readonly #program: URL;
  #thread: Worker | undefined;
  #asked: Asked | undefined;

  constructor(program = new URL('./hashPasswords.js', import.meta.url)) {
    this.#program = program;
  }

  hash(password: string, options: Options): Promise<string> {
    return this.#ask({ password, options });
  }

  /** Throws if the hash is invalid. */
  verify(compared: string, password: string): Promise<boolean> {
    return this.#ask({ password, compared });
  }

  #ask<T extends string | boolean>(task: object): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#asked = { resolve, reject };
      this.#thread ??= this.#start();
      // Keeps the process alive while a hash is pending.
      this.#thread.ref();
      this.#thread.postMessage(task);
    });
  }

  #start(): Worker {
    const thread = new Worker(this.#program, {
      name: 'passwords',
      resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 },
    });
    thread.on('message', (answer: Answer) => {
      thread.unref();
      const asked = this.#taken();
      if ('done' in answer) asked?.resolve(answer.done as never);
      else asked?.reject(answer.error);
    });
    thread.on('error', (error) => this.#lost(thread, error));
    thread.on('exit', () => this.#lost(thread, new Error('The password hashing thread exited')));
    return thread;
  }

  #taken(): Asked | undefined {
    const asked = this.#asked;
    this.#asked = undefined;
    return asked;
  }

  #lost(thread: Worker, error: unknown): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    this.#taken()?.reject(error);
  }
}
