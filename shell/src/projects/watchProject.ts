import type { Disposer } from '@lading/contract';
import { reaction } from 'mobx';
import type { Shell } from '../Shell.ts';

/** Updates the selected project when the user changes. Loads it once the first screen is shown. */
export function watchProject(shell: Shell): Disposer {
  const { platform, platformData, project, user } = shell;
  const disposers = [
    reaction(
      () => (user.present ? user.current?.name : undefined),
      (name) => project.takeUser(name),
      { fireImmediately: true },
    ),
    reaction(
      () => ({ ready: platformData.state === 'ready', key: project.current }),
      ({ ready, key }) => {
        if (!ready || key === undefined) return;
        const listed = platform.answerOf('projects')?.projects?.find((each) => each?.key === key);
        if (listed) project.learn(listed);
        void project.check();
      },
      { fireImmediately: true },
    ),
  ];
  return () => {
    for (const dispose of disposers) dispose();
  };
}
