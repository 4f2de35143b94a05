import { AsyncLocalStorage } from 'node:async_hooks';
import type { Cause } from './Event.ts';

const current = new AsyncLocalStorage<() => Cause>();

/** Names the cause of events that the work announces. It is read per event: a request learns its caller on the way. */
export function withCause<T>(cause: () => Cause, work: () => T): T {
  return current.run(cause, work);
}

/** The current cause, for work that several requests share: give it to `withCause` around what is announced. */
export function keepCause(): () => Cause {
  return current.getStore() ?? system;
}

/** The cause of changes that no request makes. */
export const system = (): Cause => ({ by: 'system' });

/** The cause of changes made now; outside of requests the platform itself. */
export function causeNow(): Cause {
  return keepCause()();
}
