import type { Disposer } from '@lading/contract';
import { reaction } from 'mobx';
import { whenHeading } from '../page/focusHeading.ts';
import type { Shell } from '../Shell.ts';
import type { RecentPages } from './RecentPages.ts';

/** The heading of a page, or the frame of an untrusted plugin, which has sent its heading. */
const HEADING = 'h1, iframe[data-heading]';

/** Records pages of a single object: those whose route has a parameter. */
export function watchRecentPages(shell: Shell, recent: RecentPages): Disposer {
  const { content } = shell.elements;
  let giveUp = () => {};
  const dispose = reaction(
    () => shell.navigation.place.pathname,
    (path) => {
      giveUp();
      const { route } = shell.routes.find(path) ?? {};
      if (!route?.path.includes(':') || partsOf(path) <= plainParts(route.path)) return;
      const record = (heading: HTMLElement) => {
        // A page that is empty or failed to load is not recorded.
        if (content.querySelector('.ld-page > .ld-state') || shell.navigation.place.pathname !== path) return;
        const words = heading.dataset.heading ?? heading.textContent?.trim() ?? '';
        if (words !== '') recent.add({ path, heading: words });
      };
      giveUp = whenHeading(content, record, HEADING);
    },
    { fireImmediately: true },
  );
  return () => {
    dispose();
    giveUp();
  };
}

const partsOf = (path: string) => path.split('/').filter((part) => part !== '').length;
const plainParts = (path: string) =>
  partsOf(
    path
      .split('/')
      .filter((part) => !part.startsWith(':'))
      .join('/'),
  );
