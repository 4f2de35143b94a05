import type { Analytics, Disposer } from '@lading/contract';
import { when } from 'mobx';
import { laterParts } from '../later.ts';
import type { Shell } from '../Shell.ts';

/** On if an administrator has turned usage analytics on. */
export const ANALYTICS = 'COMMON.ANALYTICS';

export type TrackedEvent = Parameters<Analytics['track']>;

/** Loads the code that counts and sends events, once usage analytics are on. */
export function watchAnalytics(shell: Shell): Disposer {
  let stop: Disposer | undefined;
  const end = when(
    () => shell.platform.supported(ANALYTICS),
    () =>
      void laterParts().then(
        ({ countEvents }) => {
          stop = countEvents(shell);
        },
        // Without the counts, the console works as before.
        () => {},
      ),
  );
  return () => {
    end();
    stop?.();
  };
}
