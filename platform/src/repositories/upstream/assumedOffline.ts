import { currentPlatform } from '../../database/db.ts';
import { OutgoingError } from '../../outgoing/OutgoingError.ts';
import type { Repository } from '../Repository.ts';
import { flightOf } from './flightOf.ts';
import { remoteOptions } from './remoteOptions.ts';
import { UpstreamError } from './UpstreamError.ts';

/** Ends of pauses, in the time of `performance.now()`, by repository and upstream URL. */
export type OfflineUntil = Map<string, number>;

const state = () => currentPlatform().repositories.offlineUntil;
const nameOf = (repository: Repository) => flightOf(repository, '');

/**
 * Throws `UpstreamError` while the upstream is assumed to be offline after a failed connection, so
 * that clients do not wait for each request to time out.
 */
export function assertOnline(repository: Repository): void {
  const until = state().get(nameOf(repository));
  if (until === undefined || performance.now() >= until || remoteOptions(repository).assumedOffline === 0)
    return;
  const seconds = Math.ceil((until - performance.now()) / 1000);
  throw new UpstreamError(
    502,
    'UPSTREAM_FAILED',
    `The upstream of ${repository.key} is assumed to be offline for another ${seconds} s, because a connection failed`,
  );
}

export function noteFailure(repository: Repository, error: unknown): void {
  const { assumedOffline } = remoteOptions(repository);
  const failed = error instanceof OutgoingError && ['unreachable', 'timeout'].includes(error.fault);
  if (failed && assumedOffline > 0) state().set(nameOf(repository), performance.now() + assumedOffline);
}

export function noteOnline(repository: Repository): void {
  if (state().size > 0) state().delete(nameOf(repository));
}
