import { isNoSpace } from '../blobs/space/NoSpaceLeft.ts';
import { UnavailableBlobs } from '../blobs/UnavailableBlobs.ts';

/**
 * Interval at which a message about the same state of the server is logged again, in milliseconds.
 */
const repeatAfterMs = 60_000;

/**
 * Returns a filter for log lines. A full disk or a missing blob directory fails every request and
 * background job, so each of these messages is logged once a minute. `now` is in milliseconds.
 */
export function makeRepeatFilter(now = () => performance.now()): (line: readonly unknown[]) => boolean {
  const loggedAt = new Map<string, number>();
  return ([first, message]) => {
    const err = (first as { err?: unknown } | undefined)?.err;
    if (!isNoSpace(err) && !(err instanceof UnavailableBlobs)) return true;
    const key = `${(err as Error).name} ${String(message).slice(0, 200)}`;
    const last = loggedAt.get(key);
    if (last !== undefined && now() - last < repeatAfterMs) return false;
    if (loggedAt.size > 1000) loggedAt.clear();
    loggedAt.set(key, now());
    return true;
  };
}
