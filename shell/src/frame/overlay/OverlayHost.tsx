import { runInAction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useLayoutEffect } from 'react';
import { watchRecentPages } from '../../palette/watchRecentPages.ts';
import { KeyReader } from '../../shortcuts/KeyReader.ts';
import { useFrame } from '../FrameContext.ts';
import { useOverlays } from './OverlaysContext.ts';

/** What lies above the drawer, and has Escape for itself. */
const OPEN = 'dialog[open], [role=menu]';

/** Listens to the keys, and shows what they or a menu lay over the page. */
export const OverlayHost = observer(function OverlayHost() {
  const shell = useFrame();
  const overlays = useOverlays();

  // With the frame, so that a key that is pressed as soon as the frame is there is heard.
  useLayoutEffect(() => {
    const reader = new KeyReader(overlays.shortcuts, () => (shell.page.frameless ? [] : overlays.doables));
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
