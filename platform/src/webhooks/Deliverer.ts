import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { audit } from '../access/audit/audit.ts';
import { BatchQueue } from '../database/BatchQueue.ts';
import { transaction } from '../database/db.ts';
import { wasRolledBack } from '../database/wasRolledBack.ts';
import type { PublicUrl } from '../instance/PublicUrl.ts';
import { notifyAdministrators } from '../notifications/administrators.ts';
import { type Seal, SealBroken } from '../secrets/Seal.ts';
import {
  dueSubscriptions,
  expired,
  giveUp,
  type Recorded,
  recordAttempts,
  recordFailure,
  recordRejection,
  recordSuccesses,
  type Waiting,
  waitingOf,
} from './deliveries.ts';
import { currentNotification } from './own/currentNotification.ts';
import { notifyOwner } from './own/notifyOwner.ts';
import type { Secrets, StoredSubscription } from './Subscription.ts';
import { openSecrets } from './secrets.ts';
import { type Attempt, prepareRequest, sendEvent } from './send.ts';

export interface DelivererContext {
  seal: Seal;
  publicUrl: Pick<PublicUrl, 'current'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Whether users can have a webhook of their own. */
  userWebhooks: boolean;
  /** Informs the administrators by email. Never throws. */
  notify?: (subject: string, text: string) => Promise<void>;
}

/** Maximum webhooks delivered in parallel: each waits only for its own receiver. */
const maxParallel = 100;
/** Events of a webhook per round, before other webhooks continue, and of all of them. */
const batch = { most: 50, least: 5, together: 500 };
/**
 * Milliseconds that results and new events are collected for, while many webhooks are active: fewer
 * statements leave more processor time to other calls.
 */
const collected = { result: 15, round: 50 };
/** Number of active webhooks from which results are collected. */
const many = 10;
/** Milliseconds between checks for events of other nodes while requests are in progress. */
const poll = 1000;
/**
 * Status codes that reject one event, without a failure of the receiver: after a few attempts, the
 * next event follows.
 */
const rejections = new Set([400, 413, 414, 415, 422, 431]);
const maxRejectedAttempts = 5;

/**
 * Sends waiting events: those of one webhook sequentially and in order, different webhooks in
 * parallel.
 */
export class Deliverer {
  readonly #context: DelivererContext;
  /** Few statements for many receivers: each of them costs more than a row. */
  readonly #results = new BatchQueue<Recorded, number | undefined>(
    recordAttempts,
    maxParallel,
    wasRolledBack,
    () => this.#collectFor(),
  );
  readonly #successes = new BatchQueue<string, undefined>(recordSuccesses, maxParallel, wasRolledBack, () =>
    this.#collectFor(),
  );
  readonly #active = new Map<string, Promise<void>>();
  #poked = new AbortController();
  /** Resolves when the next request may be sent. */
  #turn: Promise<void> = Promise.resolve();

  constructor(context: DelivererContext) {
    this.#context = context;
  }

  /** Signals that there are more events. */
  poke(): void {
    this.#poked.abort();
  }

  /** Runs until no event can be sent for now. */
  async run(signal: AbortSignal): Promise<void> {
    let failure: { cause: unknown } | undefined;
    while (!signal.aborted && !failure) {
      this.#poked = new AbortController();
      const free = maxParallel - this.#active.size;
      const due = free > 0 ? await dueSubscriptions([...this.#active.keys()], free) : [];
      const waiting = await this.#waitingOf(due);
      for (const subscription of due) {
        const { id } = subscription;
        const done = this.#deliver(subscription, waiting.get(id) ?? [], signal)
          .catch((cause: unknown) => {
            failure = { cause };
          })
          .finally(() => this.#active.delete(id));
        this.#active.set(id, done);
      }
      if (this.#active.size === 0) return;
      const earliest = delay(Math.min(due.length, collected.round));
      await this.#untilSomethingHappens(signal);
      await earliest;
    }
    await Promise.all(this.#active.values());
    if (failure && !signal.aborted) throw failure.cause;
  }

  #collectFor(): number {
    return this.#active.size >= many ? collected.result : 0;
  }

  async #waitingOf(due: readonly StoredSubscription[]): Promise<ReadonlyMap<string, Waiting[]>> {
    if (due.length === 0) return new Map();
    const share = Math.floor(batch.together / due.length);
    const limit = Math.max(batch.least, Math.min(batch.most, share));
    return waitingOf(
      due.map(({ id }) => id),
      limit,
    );
  }

  async #untilSomethingHappens(signal: AbortSignal): Promise<void> {
    const ended = new AbortController();
    const wait = delay(poll, undefined, {
      signal: AbortSignal.any([signal, this.#poked.signal, ended.signal]),
    }).catch(() => undefined);
    await Promise.race([wait, ...this.#active.values()]);
    ended.abort();
  }

  async #deliver(
    subscription: StoredSubscription,
    events: readonly Waiting[],
    signal: AbortSignal,
  ): Promise<void> {
    const { id } = subscription;
    const secrets = this.#secretsOf(subscription);
    let delivered = false;
    for (const waiting of events) {
      if (signal.aborted) break;
      const event = waiting.isExpired ? expired : await this.#eventOf(subscription, waiting);
      if (typeof event === 'string') {
        await giveUp(waiting.delivery, event);
        continue;
      }
      const attempt = await this.#send(subscription, secrets, event, signal);
      if (!attempt) break;
      const isRejected = rejections.has(attempt.status ?? 0) && waiting.attempts + 1 >= maxRejectedAttempts;
      const state = attempt.error === undefined ? 'delivered' : isRejected ? 'failed' : 'waiting';
      const { delivery } = waiting;
      const version = await this.#results.add({ webhook: id, delivery, state, attempt });
      if (state === 'delivered') delivered = true;
      else await this.#fail(subscription, attempt.error ?? '', isRejected);
      if (state !== 'delivered') return;
      // The webhook was changed or deleted: the remaining events use its new configuration.
      if (version !== subscription.version) break;
    }
    if (delivered) await this.#successes.add(id);
  }

  /** Returns the event to send, or why it is not sent. */
  async #eventOf({ owner }: StoredSubscription, waiting: Waiting): Promise<Waiting | string> {
    if (owner === null) return waiting;
    if (!this.#context.userWebhooks) return 'The operator does not allow webhooks of users';
    return currentNotification(owner, waiting);
  }

  /** Returns `undefined` if the server stops: the event waits for the next start. */
  async #send(
    subscription: StoredSubscription,
    secrets: Secrets | undefined,
    event: Waiting,
    signal: AbortSignal,
  ): Promise<Attempt | undefined> {
    const { publicUrl } = this.#context;
    const receiver = { ...subscription, origin: publicUrl.current ?? subscription.origin };
    if (!secrets) return unreadable(receiver, event);
    await this.#takeTurn();
    try {
      return await sendEvent(receiver, secrets, event, signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  }

  /** Lets other calls in between, because the results of many webhooks arrive together. */
  #takeTurn(): Promise<void> {
    const turn = this.#turn;
    this.#turn = turn.then(() => setImmediate());
    return turn;
  }

  async #fail(subscription: StoredSubscription, error: string, isRejected: boolean): Promise<void> {
    const { id, key, owner } = subscription;
    if (isRejected) return recordRejection(id, error);
    const isPaused = await transaction(async () => {
      if (!(await recordFailure(id, error))) return false;
      const item = { message: error.slice(0, 500) };
      if (owner === null) await notifyAdministrators({ kind: 'webhook', subject: key, item });
      else await notifyOwner(owner, key, error);
      return true;
    });
    if (!isPaused) return;
    const detail = `Webhook ${key} was paused, because no delivery succeeded for 3 days. Last error: ${error}`;
    this.#context.log.warn({ webhook: key, error }, detail);
    const changes = [{ field: 'paused', before: 'false', after: 'true' }];
    await audit({ address: '', client: '' }, { event: 'webhook-changed', detail, changes });
    if (owner === null) await this.#context.notify?.(`Webhook ${key} was paused`, detail);
  }

  #secretsOf({ key, sealed }: StoredSubscription): Secrets | undefined {
    try {
      return openSecrets(this.#context.seal, key, sealed);
    } catch (error) {
      if (error instanceof SealBroken) return undefined;
      throw error;
    }
  }
}

function unreadable(subscription: StoredSubscription, event: Waiting): Attempt {
  const started = new Date();
  const { shown } = prepareRequest(subscription, { named: {}, headers: [] }, event, started);
  return {
    request: shown,
    started,
    duration: 0,
    response: '',
    fault: 'refused',
    error: 'The secrets of the webhook were encrypted with another key. Enter them again',
  };
}
