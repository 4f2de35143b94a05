import { announce } from '../../../events/announce.ts';

interface Announced {
  name: string;
  version: string;
  /** Name of the server that sent it. */
  source: string;
  /** Why it failed. */
  message?: string;
}

type Happened = 'received' | 'delete_started' | 'delete_completed' | 'delete_failed';

/**
 * Announces what happened to a received version, in the current transaction. Two webhook domains
 * have the same events: receivers subscribe to either.
 */
export function announceReceived(facts: Announced, happened: Happened): void {
  announce(`destination.${happened}`, () => facts);
  announce(`artifactory_release_bundle.${happened}`, () => facts);
}
