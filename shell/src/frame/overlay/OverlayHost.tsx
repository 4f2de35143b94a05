import { runInAction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useLayoutEffect } from 'react';
import { watchRecentPages } from '../../palette/watchRecentPages.ts';
import { KeyReader } from '../../shortcuts/KeyReader.ts';
import { useFrame } from '../FrameContext.ts';
import { useOverlays } from './OverlaysContext.ts';

/** Elements above the drawer that handle Escape themselves. */
const OPEN = 'dialog[open], [role=menu]';

/** Handles shortcuts and shows the overlay that is open. */
export const OverlayHost = observer(function OverlayHost() {
  const shell = useFrame();
  const overlays = useOverlays();

  // Registered with the frame, so that keys pressed right after it appears are handled.
  useLayoutEffect(() => {
    const reader = new KeyReader(overlays.shortcuts, () =>
      shell.page.frameless ? [] : overlays.shortcutActions,
    );
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !shell.state.drawerOpen) return;
      if (document.querySelector(OPEN)) return;
      shell.state.toggleDrawer(false);
      document.querySelector<HTMLElement>('.lading-only-phone')?.focus();
    };
    document.addEventListener('keydown', reader.onKeyDown);
    document.addEventListener('keydown', onEscape);
    runInAction(() => {
      shell.menuActions.set('keyboardShortcuts', () => void overlays.open('shortcuts'));
      shell.menuActions.set('commandPalette', () => void overlays.open('palette'));
    });
    const dispose = watchRecentPages(shell, overlays.recent);
    return () => {
      document.removeEventListener('keydown', reader.onKeyDown);
      document.removeEventListener('keydown', onEscape);
      runInAction(() => {
        shell.menuActions.delete('keyboardShortcuts');
        shell.menuActions.delete('commandPalette');
      });
      dispose();
    };
  }, [shell, overlays]);

  const Shown = overlays.shown;
  return Shown ? <Shown overlays={overlays} onClose={() => overlays.close()} /> : null;
});
