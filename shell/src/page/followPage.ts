import type { Disposer } from '@lading/contract';
import { autorun, reaction } from 'mobx';
import type { Shell } from '../Shell.ts';
import { focusHeading } from './focusHeading.ts';
import { followTitle } from './followTitle.ts';

/**
 * Updates title, focus, scroll position, and chrome for the current page, independently of plugins.
 */
export function followPage(shell: Shell): Disposer {
  const { content, frame } = shell.elements;
  let giveUp = () => {};
  const disposers = [
    followTitle(shell, content),
    autorun(() => {
      frame.dataset.frame = shell.page.frameless ? 'none' : 'full';
    }),
    reaction(
      () => shell.navigation.place.pathname,
      () => {
        giveUp();
        content.scrollTop = 0;
        giveUp = focusHeading(content);
      },
    ),
  ];
  return () => {
    for (const dispose of disposers) dispose();
    giveUp();
  };
}
