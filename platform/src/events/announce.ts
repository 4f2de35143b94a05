import { randomUUID } from 'node:crypto';
import {
  afterCommit,
  beforeCommit,
  currentPlatform,
  currentTransaction,
  transaction,
} from '../database/db.ts';
import { causeNow } from './cause.ts';
import type { EventType, FactsByType, PlatformEvent } from './Event.ts';
import type { Subscriptions } from './Subscriptions.ts';

/** Events of transactions that are not committed yet. */
const pending = new WeakMap<object, PlatformEvent[]>();

/** Whether events of this type have a subscriber. Use it to skip queries for event data. */
export function isAnnounced(type: EventType): boolean {
  return currentPlatform().events.wants(type);
}

/**
 * Runs a statement that commits on its own together with the announcement of its change. They share
 * a transaction only if a subscriber needs one, because that costs `BEGIN` and `COMMIT`. A
 * subscriber added while the work runs doesn't receive its events in a transaction.
 */
export function announcing<T>(type: EventType, work: () => Promise<T>): Promise<T> {
  const subscribers = currentPlatform().events;
  return subscribers.wantsInTransaction(type) ? transaction(work) : subscribers.withoutTransaction(work);
}

/**
 * Announces changes of the current transaction: to transactional subscribers right before its
 * commit, to others after it, and to none after a rollback. Without a transaction, the change is
 * already durable, and subscribers are called immediately. `describe` is called only if there is a
 * subscriber.
 */
export function announce<T extends EventType>(
  type: T,
  describe: () => FactsByType[T] | readonly FactsByType[T][],
): void {
  const subscribers = currentPlatform().events;
  if (!subscribers.wants(type)) return;
  const cause = causeNow();
  const time = new Date();
  const events = [describe()].flat().map((facts) => {
    const event = { id: randomUUID(), type, facts, time, node: subscribers.node, ...cause };
    return event as unknown as PlatformEvent;
  });
  const open = currentTransaction();
  if (open) queue(open, subscribers, events);
  else if (subscribers.wantsInTransaction(type) && !subscribers.hasWorkWithoutTransaction)
    throw new Error(`${type} was announced outside a transaction, but a subscriber requires one`);
  else subscribers.deliver(events);
}

function queue(transaction: object, subscribers: Subscriptions, events: readonly PlatformEvent[]): void {
  const earlier = pending.get(transaction);
  if (earlier) {
    earlier.push(...events);
    return;
  }
  const all = [...events];
  pending.set(transaction, all);
  beforeCommit(() => subscribers.deliverInTransaction(all));
  afterCommit(() => subscribers.deliver(all));
}
