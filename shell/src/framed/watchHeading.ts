import { reaction } from 'mobx';
import { whenHeading } from '../page/focusHeading.ts';
import type { FramedState } from './FramedState.ts';
import type { FrameLink } from './FrameLink.ts';
import { MOST, MOST_TEXT } from './protocol.ts';

/**
 * Sends the heading of each page of the plugin to the page, unless it is empty or failed to load.
 */
export function watchHeading(framed: FramedState, link: FrameLink, signal: AbortSignal): void {
  let giveUp = () => {};
  const stop = reaction(
    () => framed.state.place.pathname,
    (path) => {
      giveUp();
      giveUp = whenHeading(document.body, (heading) => {
        const text = (heading.textContent ?? '').trim().slice(0, MOST_TEXT);
        const isEmpty = document.querySelector('.ld-page > .ld-state') !== null;
        if (text !== '' && !isEmpty && path.length <= MOST.path) link.post({ kind: 'heading', path, text });
      });
    },
    { fireImmediately: true },
  );
  signal.addEventListener('abort', () => {
    stop();
    giveUp();
  });
}
