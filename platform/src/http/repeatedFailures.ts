import { isNoSpace } from '../blobs/space/NoSpaceLeft.ts';
import { UnavailableBlobs } from '../blobs/UnavailableBlobs.ts';

/** Milliseconds for which a message about the same state of the server is logged once. */
const pause = 60_000;

/**
 * Returns a filter for log lines: a full disk and a missing blob directory meet every request and every background job, so that
 * each of their messages is logged once a minute. `now` is in milliseconds.
 */
export function makeRepeatFilter(now = () => performance.now()): (line: readonly unknown[]) => boolean {
  const loggedAt = new Map<string, number>();
  return ([first, message]) => {
    const err = (first as { err?: unknown } | undefined)?.err;
    if (!isNoSpace(err) && !(err instanceof UnavailableBlobs)) return true;
    const key = `${(err as Error).name} ${String(message).slice(0, 200)}`;
    const last = loggedAt.get(key);
    if (last !== undefined && now() - last < pause) return false;
    if (loggedAt.size > 1000) loggedAt.clear();
    loggedAt.set(key, now());
    return true;
  };
}
