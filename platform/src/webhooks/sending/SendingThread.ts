import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { OutgoingClient } from '../../outgoing/OutgoingClient.ts';
import type { ProxyRoute } from '../../outgoing/proxies/ProxyRoute.ts';
import { readAddress } from '../../outgoing/readAddress.ts';
import type { WebhookEvent } from '../payload.ts';
import type { Secrets } from '../Subscription.ts';
import { type Attempt, proxyWish, type Receiver, sendEvent } from '../send.ts';
import type { Done, Task } from './messages.ts';

const program = new URL('./sendEvents.js', import.meta.url);
/** Whether the thread can be used. Tests run the sources, and threads cannot run TypeScript. */
export const hasSendingThread = existsSync(fileURLToPath(program));

interface Asked {
  url: string;
  resolve(attempt: Attempt): void;
  reject(error: unknown): void;
}

interface Means {
  /** Selects proxies, and counts outcomes. */
  client: OutgoingClient;
  allowedNetworks: readonly string[];
  /** Starts the thread. By default, a worker that runs the program. */
  start?: (() => Worker) | undefined;
}

/**
 * Sends events in a thread, so that other calls do not wait for the work on many requests. The
 * thread starts with the first event and does not keep the process alive.
 */
export class SendingThread {
  readonly #means: Means;
  #thread: Worker | undefined;
  #tasks: Task[] = [];
  readonly #asked = new Map<number, Asked>();
  #last = 0;
  /** Signal of the last request, whose abortion is already handled. */
  #signal: AbortSignal | undefined;

  constructor(means: Means) {
    this.#means = means;
  }

  /** Like `sendEvent`. Aborting the signal of one request aborts all of them. */
  async send(
    { key, handler, origin, owner }: Receiver,
    secrets: Secrets,
    { id, type, data, source }: WebhookEvent,
    signal: AbortSignal,
  ): Promise<Attempt> {
    const { client } = this.#means;
    const receiver = { key, handler, origin, ...(owner === undefined ? {} : { owner }) };
    const task = { receiver, secrets, event: { id, type, data, source } };
    const here = () => sendEvent({ client }, receiver, secrets, task.event, signal);
    // Requests are traced in this thread.
    if (client.observe) return here();
    let through: ProxyRoute | undefined;
    try {
      through = await client.findProxy?.(readAddress(handler.url), proxyWish(receiver));
    } catch {
      // The same error, as the result of the request.
      return here();
    }
    return this.#ask({ ...task, through }, signal);
  }

  /** Ends the thread with its requests. */
  async close(): Promise<void> {
    const thread = this.#thread;
    this.#lost(thread, new Error('The server stops'));
    await thread?.terminate();
  }

  #ask(task: Omit<Task, 'id'>, signal: AbortSignal): Promise<Attempt> {
    signal.throwIfAborted();
    if (this.#signal !== signal) {
      this.#signal = signal;
      signal.addEventListener('abort', () => void this.close(), { once: true });
    }
    return new Promise<Attempt>((resolve, reject) => {
      const id = ++this.#last;
      this.#asked.set(id, { url: task.receiver.handler.url, resolve, reject });
      // Tasks of one tick are one message.
      if (this.#tasks.length === 0) setImmediate(() => this.#flush());
      this.#tasks.push({ id, ...task });
    });
  }

  #flush(): void {
    if (this.#tasks.length === 0) return;
    this.#thread ??= this.#start();
    this.#thread.postMessage(this.#tasks);
    this.#tasks = [];
  }

  #start(): Worker {
    const { allowedNetworks, start = () => startWorker(allowedNetworks) } = this.#means;
    const thread = start();
    thread.unref();
    thread.on('message', (results: readonly Done[]) => {
      for (const done of results) this.#finish(done);
    });
    thread.on('error', (error) => this.#lost(thread, error));
    thread.on('exit', () => this.#lost(thread, new Error('The thread that sends events exited')));
    return thread;
  }

  #finish(done: Done): void {
    const asked = this.#asked.get(done.id);
    this.#asked.delete(done.id);
    if (!asked) return;
    if ('error' in done) {
      asked.reject(done.error);
      return;
    }
    if (done.outcome) this.#means.client.outcomes.add(new URL(asked.url).origin, done.outcome);
    asked.resolve(done.attempt);
  }

  #lost(thread: Worker | undefined, error: unknown): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    this.#tasks = [];
    const asked = [...this.#asked.values()];
    this.#asked.clear();
    for (const { reject } of asked) reject(error);
  }
}

function startWorker(allowedNetworks: readonly string[]): Worker {
  return new Worker(program, {
    name: 'webhooks',
    workerData: { allowedNetworks },
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
}
