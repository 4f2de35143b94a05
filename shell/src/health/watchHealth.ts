import type { Disposer } from '@lading/contract';
import type { Shell } from '../Shell.ts';

/**
 * Time before the reporter is loaded, in milliseconds, so that it takes nothing from the first
 * page.
 */
const LATER_MS = 8_000;
/**
 * Interval of checks for failures until then, in milliseconds. Failures are reported immediately,
 * because users reload a page that failed.
 */
const LOOK_MS = 500;

/**
 * Reports loads and failures of plugins to the server. The reporter is loaded later, and also
 * reports earlier events.
 */
export function watchHealth({ plugins: { news }, platform }: Shell): Disposer {
  const began = Date.now();
  let stop: Disposer | undefined;
  let ended = false;
  const timer = setInterval(() => {
    if (Date.now() - began < LATER_MS && news.every((each) => 'loadMs' in each)) return;
    clearInterval(timer);
    import('./reporter.ts').then(
      ({ startReporter }) => {
        if (!ended) stop = startReporter(news, () => platform.footer?.versionID ?? '');
      },
      // Without the reporter, the console works as before.
      () => {},
    );
  }, LOOK_MS);
  return () => {
    ended = true;
    clearInterval(timer);
    stop?.();
  };
}
