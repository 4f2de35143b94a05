import type { PluginDefinition, PluginProps } from '@lading/contract';
import { useRef } from 'react';
import { matchPath, Route, Routes, useLocation } from 'react-router-dom';
import { messages } from '../language/messages.ts';
import { useText } from '../language/useText.ts';
import { useTheme } from '../theme/useTheme.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Lazy } from './Lazy.tsx';
import { ShellContext } from './ShellContext.ts';
import { ShellRouter } from './ShellRouter.tsx';

/** A plugin's React root: its screens within the console's navigation. */
export function PluginRoot(props: PluginProps & { definition: PluginDefinition }) {
  useTheme();
  return (
    <ShellContext.Provider value={props.shell}>
      <ShellRouter navigation={props.shell.navigation}>
        <Screens {...props} />
      </ShellRouter>
    </ShellContext.Provider>
  );
}

function Screens(props: PluginProps & { definition: PluginDefinition }) {
  const { pathname } = useLocation();
  const text = useText();
  const { routes = [] } = props.definition;
  // The path belongs to another plugin that is about to be shown: keep the error of this one.
  const here = useRef(pathname);
  if (routes.some(({ path }) => matchPath(path, pathname))) here.current = pathname;
  const failed = useRef(false);
  const onError = (error: Error) => {
    failed.current = true;
    props.onRenderError?.(error);
  };
  const onRetry = () => {
    if (failed.current) props.onRenderRetry?.();
    failed.current = false;
  };
  return (
    <ErrorBoundary resetKey={here.current} onError={onError} onRetry={onRetry}>
      <Routes>
        {routes.map(
          ({ path, name, screen }) =>
            screen && (
              <Route
                key={name}
                path={path}
                element={
                  <Lazy
                    key={name}
                    load={screen}
                    props={{}}
                    failure={text(messages.screenNotLoaded)}
                    onLoad={onRetry}
                    onError={onError}
                  />
                }
              />
            ),
        )}
        <Route path="*" element={null} />
      </Routes>
    </ErrorBoundary>
  );
}
