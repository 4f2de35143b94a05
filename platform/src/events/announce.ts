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

/** Events of a transaction that is not committed yet. */
const pending = new WeakMap<object, PlatformEvent[]>();

/** Whether events of the type have a subscriber: for facts that take a query to find out. */
export function isAnnounced(type: EventType): boolean {
  return currentPlatform().events.wants(type);
}

/**
 * Runs a statement that commits by itself, and what announces its change. Only where a subscriber needs one do they share a
 * transaction, which costs `BEGIN` and `COMMIT`. A subscription that begins while the work runs doesn't receive its events in a transaction.
 */
export function announcing<T>(type: EventType, work: () => Promise<T>): Promise<T> {
  const subscribers = currentPlatform().events;
  return subscribers.wantsInTransaction(type) ? transaction(work) : subscribers.withoutTransaction(work);
}

/**
 * Announces changes of the current transaction: to subscribers in the transaction right before its commit, to others after it, to
 * nobody after a rollback. Without a transaction the change has been made, and subscribers are called at once. Without a
 * subscriber `describe` isn't called.
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
    throw new Error(`${type} is published outside a transaction, but a subscriber requires one`);
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
