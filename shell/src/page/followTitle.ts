import type { Disposer } from '@lading/contract';
import { autorun } from 'mobx';
import type { Shell } from '../Shell.ts';
import { pageTitle } from './pageTitle.ts';

/** Matches routes of a single object: their path has a parameter. */
const OF_OBJECT = /:/;

/**
 * Keeps the document title up to date. Pages of a single object, such as a package, include their
 * heading, unless the plugin has set a title.
 */
export function followTitle(shell: Shell, content: HTMLElement): Disposer {
  let heading = '';
  const write = () => {
    const { title, path, plugin } = shell.page;
    const ofHeading = path !== undefined && OF_OBJECT.test(path) ? heading : '';
    const object = (plugin && shell.title.of(plugin.name)) ?? ofHeading;
    document.title = pageTitle(shell.language.text(title), shell.platform.serverName, object);
  };
  const read = () => {
    const shown = [...content.querySelectorAll('h1')].find((each) => !each.closest('[hidden]'));
    const text = shown?.textContent?.trim() ?? '';
    if (text === heading) return;
    heading = text;
    write();
  };
  const watch = new MutationObserver(read);
  watch.observe(content, { childList: true, subtree: true });
  const dispose = autorun(write);
  return () => {
    watch.disconnect();
    dispose();
  };
}
