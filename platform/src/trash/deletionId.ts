import { randomUUID } from 'node:crypto';
import { keepCause } from '../events/cause.ts';

const ids = new WeakMap<object, string>();

/**
 * Identifies what the current request deletes, so that it can be restored together. Not the ID of
 * the request, which a proxy can repeat.
 */
export function deletionId(): string {
  const request = keepCause();
  const id = ids.get(request) ?? randomUUID();
  ids.set(request, id);
  return id;
}
