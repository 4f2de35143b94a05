import type { PluginLifecycles, PluginProps } from '@lading/contract';
import type { ComponentType } from 'react';
import * as React from 'react';
import * as ReactDOMClient from 'react-dom/client';
import singleSpaReact from 'single-spa-react';
import { messages } from '../language/messages.ts';
import { useText } from '../language/useText.ts';
import { ErrorState } from '../page/ErrorState.tsx';
import { useTheme } from '../theme/useTheme.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ShellContext } from './ShellContext.ts';
import { ShellRouter } from './ShellRouter.tsx';

/** Lifecycles of a page part with a React component: one root in the host element. */
export function reactPart(Part: ComponentType): PluginLifecycles {
  function Root({ shell, onRenderError }: PluginProps) {
    useTheme();
    return (
      <ShellContext.Provider value={shell}>
        <ShellRouter navigation={shell.navigation}>
          <ErrorBoundary resetKey="" onError={(error) => onRenderError?.(error)}>
            <Part />
          </ErrorBoundary>
        </ShellRouter>
      </ShellContext.Provider>
    );
  }
  const { bootstrap, mount, unmount } = singleSpaReact<PluginProps>({
    React,
    ReactDOMClient,
    rootComponent: Root,
    errorBoundary: (error) => <Stopped cause={error.message} />,
  });
  const own = (lifecycle: unknown) => lifecycle as (props: PluginProps) => Promise<void>;
  return { bootstrap: own(bootstrap), mount: own(mount), unmount: own(unmount) };
}

function Stopped(props: { cause: string }) {
  const text = useText();
  return <ErrorState what={text(messages.partStopped)} cause={props.cause} />;
}
