import { useShell, useText } from '@lading/ui';
import { Tour } from '@lading/ui/tour';
import { observer } from 'mobx-react-lite';
import { consoleSteps } from './consoleSteps.ts';
import { name } from './stepMessages.ts';
import type { TourProgress } from './TourProgress.ts';

export interface ConsoleTourProps {
  readonly progress: TourProgress;
  readonly onClose: () => void;
}

/** Shows new users the parts of the console, from the step where they left the tour. */
export const ConsoleTour = observer(function ConsoleTour({ progress, onClose }: ConsoleTourProps) {
  const shell = useShell();
  const text = useText();
  return (
    <Tour
      name={text(name)}
      steps={consoleSteps(shell, text)}
      from={progress.step}
      onStep={(step) => progress.reach(step)}
      onClose={(finished) => {
        if (finished) progress.finish();
        onClose();
      }}
    />
  );
});
