import {
  type Component,
  type PluginDefinition,
  type PluginLifecycles,
  resolveReference,
} from '@lading/contract';
import { reactPart } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { createElement } from 'react';
import type { FramedState } from './FramedState.ts';
import type { PartProps } from './protocol.ts';

/** Loads the component of a part. It gets the props that the page sends. */
export async function loadPart(
  definition: PluginDefinition,
  ref: string,
  framed: FramedState,
): Promise<PluginLifecycles> {
  const load = resolveReference(definition, ref);
  if (!load) throw new Error(`It has no function at ${ref}`);
  const loaded = (await load()) as Component<PartProps>;
  const Part = 'default' in loaded ? loaded.default : loaded;
  return reactPart(observer(() => createElement(Part, framed.props)));
}

/** Reports the height of the content, now and after each change. */
export function watchHeight(
  content: HTMLElement,
  report: (pixels: number) => void,
  signal: AbortSignal,
): void {
  document.body.style.margin = '0';
  // The margins of its first and last child are part of its height.
  content.style.display = 'flow-root';
  let reported: number | undefined;
  const look = () => {
    const pixels = Math.ceil(content.getBoundingClientRect().height);
    if (pixels !== reported) report(pixels);
    reported = pixels;
  };
  // Browsers do not observe frames that are out of view.
  look();
  const watch = new ResizeObserver(look);
  watch.observe(content);
  signal.addEventListener('abort', () => watch.disconnect());
}
