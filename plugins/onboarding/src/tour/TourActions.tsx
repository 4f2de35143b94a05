import { Button, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type ComponentType, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ConsoleTourProps } from './ConsoleTour.tsx';
import { messages } from './messages.ts';
import { TourProgress } from './TourProgress.ts';

/** URL parameter that is set while the tour is open. */
const OPEN = 'tour';

/** Starts, continues, or restarts the tour of the console. */
export const TourActions = observer(function TourActions() {
  const { storage, user, notifications } = useShell();
  const text = useText();
  const [search, setSearch] = useSearchParams();
  const [progress] = useState(() => new TourProgress(storage, user.current?.name ?? ''));
  const [ConsoleTour, setConsoleTour] = useState<ComponentType<ConsoleTourProps>>();
  const isOpen = search.has(OPEN);
  const show = (open: boolean) => {
    const keys = new URLSearchParams(search);
    if (open) keys.set(OPEN, 'true');
    else keys.delete(OPEN);
    setSearch(keys, { replace: true });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: opening the tour fetches it
  useEffect(() => {
    if (!isOpen || ConsoleTour) return;
    let wanted = true;
    import('./ConsoleTour.tsx').then(
      (found) => wanted && setConsoleTour(() => found.ConsoleTour),
      () => {
        if (!wanted) return;
        notifications.error(text(messages.failed));
        show(false);
      },
    );
    return () => {
      wanted = false;
    };
  }, [isOpen]);

  const { step, finished } = progress;
  const label = finished ? messages.again : step > 0 ? messages.resume : messages.start;
  return (
    <>
      {step > 0 && (
        <Button
          kind="quiet"
          label={text(messages.startOver)}
          onClick={() => {
            progress.startOver();
            show(true);
          }}
        />
      )}
      <Button label={text(label)} busy={isOpen && !ConsoleTour} onClick={() => show(true)} />
      {isOpen && ConsoleTour && <ConsoleTour progress={progress} onClose={() => show(false)} />}
    </>
  );
});
