import { ErrorBoundary, ShellContext, useStyles, useTheme } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { Shell } from '../Shell.ts';
import { FrameContext } from './FrameContext.ts';
import css from './frame.css?inline';
import { Header } from './header/Header.tsx';
import { SystemMessage } from './header/SystemMessage.tsx';
import { messages } from './messages.ts';
import { OverlayHost } from './overlay/OverlayHost.tsx';
import { OverlaysContext } from './overlay/OverlaysContext.ts';
import { Overlays } from './overlay/overlays.ts';
import { SignInOverPage } from './session/SignInOverPage.tsx';
import { Sidebar } from './sidebars/Sidebar.tsx';
import sidebarsCss from './sidebars/sidebars.css?inline';
import { SystemPages } from './system/SystemPages.tsx';
import systemCss from './system/system.css?inline';

/** Renders everything around the plugins, and the shell's own pages. */
export const Frame = observer(function Frame(props: { shell: Shell }) {
  const { shell } = props;
  useTheme();
  useStyles(css);
  useStyles(sidebarsCss);
  useStyles(systemCss);
  const overlays = useMemo(() => new Overlays(shell), [shell]);
  const api = useMemo(() => shell.ownApi(), [shell]);
  const report = (error: Error) => shell.log.failure(`The frame stopped working: ${error.message}`, error);
  return (
    <FrameContext.Provider value={shell}>
      <OverlaysContext.Provider value={overlays}>
        <ShellContext.Provider value={api}>
          <a className="lading-skip" href="#lading-content">
            {shell.language.text(messages.skip)}
          </a>
          <ErrorBoundary onError={report}>
            <Header />
            <SystemMessage />
            <Sidebar />
          </ErrorBoundary>
          <ErrorBoundary onError={report}>
            <SystemPages />
          </ErrorBoundary>
          <ErrorBoundary onError={report}>
            <SignInOverPage />
          </ErrorBoundary>
          <ErrorBoundary onError={report}>
            <OverlayHost />
          </ErrorBoundary>
        </ShellContext.Provider>
      </OverlaysContext.Provider>
    </FrameContext.Provider>
  );
});
