import { AsyncLocalStorage } from 'node:async_hooks';
import type { Cause } from './Event.ts';

const current = new AsyncLocalStorage<() => Cause>();

/**
 * Sets the cause of events that the work announces. It is read per event, because the caller of a
 * request becomes known later.
 */
export function withCause<T>(cause: () => Cause, work: () => T): T {
  return current.run(cause, work);
}

/**
 * Returns the current cause, for work shared by several requests: pass it to `withCause` around
 * announcements.
 */
export function keepCause(): () => Cause {
  return current.getStore() ?? system;
}

/** The cause of changes that no request makes. */
export const system = (): Cause => ({ by: 'system' });

/** Returns the cause of current changes. Outside of requests, this is the platform itself. */
export function causeNow(): Cause {
  return keepCause()();
}
