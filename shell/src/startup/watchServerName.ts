import type { Disposer } from '@lading/contract';
import { when } from 'mobx';
import type { Shell } from '../Shell.ts';
import { whenQuiet } from './whenQuiet.ts';

/**
 * Requests the server's name and license for a public page that was opened directly, once the page
 * is shown: public pages don't wait for initial data, but their title contains the server name.
 */
export function watchServerName(shell: Shell, isShown: () => boolean, quiet?: number): Disposer {
  const { initialData, platform, http, routes, navigation } = shell;
  const isPublic = () => routes.find(navigation.place.pathname)?.route.public === true;
  const wanted = () => initialData.state === 'missing' && platform.footer === undefined && isPublic();
  let stopWaiting: Disposer = () => {};
  const stop = when(
    () => wanted() && isShown(),
    () => {
      stopWaiting = whenQuiet(
        () => http.pending > 0,
        () => {
          if (wanted()) void initialData.retry();
        },
        quiet,
      );
    },
  );
  return () => {
    stop();
    stopWaiting();
  };
}
