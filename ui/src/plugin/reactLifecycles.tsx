import type { PluginDefinition, PluginLifecycles, PluginProps } from '@lading/contract';
import * as React from 'react';
import * as ReactDOMClient from 'react-dom/client';
import singleSpaReact from 'single-spa-react';
import { messages } from '../language/messages.ts';
import { useText } from '../language/useText.ts';
import { ErrorState } from '../page/ErrorState.tsx';
import { PluginRoot } from './PluginRoot.tsx';

/** Lifecycles of a plugin with React screens: one root in the host element. */
export function reactLifecycles(definition: PluginDefinition): PluginLifecycles {
  const { bootstrap, mount, unmount } = singleSpaReact<PluginProps>({
    React,
    ReactDOMClient,
    rootComponent: (props: PluginProps) => <PluginRoot {...props} definition={definition} />,
    errorBoundary: (error) => <Stopped plugin={definition.name} cause={error.message} />,
  });
  return { bootstrap: ofSlot(bootstrap), mount: ofSlot(mount), unmount: ofSlot(unmount) };
}

function Stopped(props: { plugin: string; cause: string }) {
  const text = useText();
  return <ErrorState what={text(messages.pluginStopped, { plugin: props.plugin })} cause={props.cause} />;
}

/** single-spa's own props are for its mount scheduler; plugins get none. */
function ofSlot(lifecycle: unknown): (props: PluginProps) => Promise<void> {
  return lifecycle as (props: PluginProps) => Promise<void>;
}
