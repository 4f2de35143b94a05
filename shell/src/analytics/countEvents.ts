import type { Disposer } from '@lading/contract';
import type { AnalyticsEvent, AnalyticsReport } from '@lading/contract/rest';
import { reaction } from 'mobx';
import type { Shell } from '../Shell.ts';
import type { TrackedEvent } from './watchAnalytics.ts';

const CALL = '/ui/api/v1/ui/analytics/events';
/** Between two reports, in milliseconds. Without events, nothing is sent. */
const EVERY_MS = 30_000;
/** Different events that wait for a report; the server accepts as many in one. */
const MOST_WAITING = 50;
/** Different events whose first occurrence in a session is known. */
const MOST_KNOWN = 500;
/** Status of a report while usage analytics are off. */
const OFF = 409;

/** Events with fields that the server stores; each has a fixed set of values. */
const WITH_FIELDS = new Set(['page', 'personalization']);

type Parts = Pick<Shell, 'events'> & {
  readonly user: Pick<Shell['user'], 'signedIn'>;
  readonly page: Pick<Shell['page'], 'route' | 'system'>;
};
/** Returns the status of the response, or `undefined` without one. */
type Send = (report: AnalyticsReport) => Promise<number | undefined>;

/**
 * Counts opened pages and the events of plugins, and sends the counts every 30 seconds and when the
 * page is hidden. Signing out discards what was not sent, and starts a new session: nothing
 * connects the events of two users. A report that fails is not repeated.
 */
export function countEvents(shell: Parts, send: Send = post): Disposer {
  /** Name and fields → event. */
  const waiting = new Map<string, AnalyticsEvent>();
  const known = new Set<string>();
  let isOff = false;
  const count = ([name, data]: TrackedEvent) => {
    const event = WITH_FIELDS.has(name) ? { event: name, data } : { event: name };
    const key = JSON.stringify(event);
    const before = waiting.get(key);
    if (before) before.count = Math.min(before.count + 1, 10_000);
    else if (waiting.size < MOST_WAITING && known.size < MOST_KNOWN)
      waiting.set(key, { ...event, count: 1, first: !known.has(key) } as AnalyticsEvent);
    known.add(key);
  };
  const flush = async () => {
    for (const tracked of shell.events.splice(0)) if (!isOff) count(tracked);
    if (isOff || waiting.size === 0 || !shell.user.signedIn) return;
    const events = [...waiting.values()];
    waiting.clear();
    // An administrator has turned usage analytics off since this page was loaded.
    if ((await send({ events })) === OFF) isOff = true;
  };
  const flushHidden = () => {
    if (document.visibilityState === 'hidden') void flush();
  };
  const ends = [
    reaction(
      () => shell.page.route ?? shell.page.system,
      (route) => route !== undefined && shell.user.signedIn && shell.events.push(['page', { route }]),
      { fireImmediately: true },
    ),
    reaction(
      () => shell.user.signedIn,
      (signedIn) => {
        if (signedIn) return;
        shell.events.length = 0;
        waiting.clear();
        known.clear();
      },
    ),
  ];
  const timer = setInterval(flush, EVERY_MS);
  document.addEventListener('visibilitychange', flushHidden);
  addEventListener('pagehide', flush);
  return () => {
    for (const end of ends) end();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', flushHidden);
    removeEventListener('pagehide', flush);
  };
}

async function post(report: AnalyticsReport): Promise<number | undefined> {
  try {
    // Continues after the page is closed.
    const { status } = await fetch(CALL, {
      method: 'POST',
      keepalive: true,
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
    });
    return status;
  } catch {
    return undefined;
  }
}
