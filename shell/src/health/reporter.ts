import type { Disposer } from '@lading/contract';
import type { PluginHealthReport } from '@lading/contract/rest';
import type { HealthNews } from '../plugins/HealthNews.ts';
import { browserOf } from './browserOf.ts';
import { reportOf } from './reportOf.ts';

const CALL = '/ui/api/v1/lading/plugin-health';
/** Between two reports, in milliseconds. Without news, nothing is sent. */
const EVERY_MS = 30_000;

/**
 * Sends events of plugins to the server: now, every 30 seconds, and when the page is hidden. `news`
 * is emptied. A report that fails is not repeated: a server with problems must not get more calls.
 */
export function startReporter(
  news: HealthNews[],
  shell: () => string,
  send: (report: PluginHealthReport) => void = post,
): Disposer {
  const browser = browserOf(navigator.userAgent);
  const flush = () => {
    while (news.length > 0) send({ shell: shell(), ...browser, ...reportOf(news) });
  };
  const flushHidden = () => {
    if (document.visibilityState === 'hidden') flush();
  };
  flush();
  const timer = setInterval(flush, EVERY_MS);
  document.addEventListener('visibilitychange', flushHidden);
  addEventListener('pagehide', flush);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', flushHidden);
    removeEventListener('pagehide', flush);
  };
}

function post(report: PluginHealthReport): void {
  // Continues after the page is closed.
  void fetch(CALL, {
    method: 'POST',
    keepalive: true,
    // The server counts users of a canary. It stores no user.
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
  }).catch(() => {});
}
