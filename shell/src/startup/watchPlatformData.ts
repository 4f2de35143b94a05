import type { Disposer } from '@lading/contract';
import { reaction } from 'mobx';
import type { Shell } from '../Shell.ts';
import { whenQuiet } from './whenQuiet.ts';

/**
 * Loads data that the first screen does not need once that is shown: again for each user, and
 * partly for another project or license.
 */
export function watchPlatformData(shell: Shell, isShown: () => boolean, quiet?: number): Disposer {
  const { initialData, platformData, platform, user, project, http } = shell;
  let stopWaiting: Disposer = () => {};
  const known = () => initialData.state === 'ready' && (user.signedIn || user.anonymousAccess);
  const disposers = [
    reaction(
      () => (known() ? user.current : undefined),
      (current) => {
        stopWaiting();
        platformData.reset();
        if (!current) return;
        stopWaiting = whenQuiet(
          () => http.pending > 0 || !isShown(),
          () => void platformData.ensure(),
          quiet,
        );
      },
      { fireImmediately: true },
    ),
    reaction(
      () => project.current,
      () => void platformData.reloadForProject(),
    ),
    reaction(
      () => platform.type,
      () => void platformData.reloadForLicense(),
    ),
  ];
  return () => {
    stopWaiting();
    for (const dispose of disposers) dispose();
  };
}
