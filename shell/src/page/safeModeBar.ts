import { type Disposer, message } from '@lading/contract';
import { autorun } from 'mobx';
import type { Say } from '../language/say.ts';

const messages = {
  safeMode: message(
    'shell.core.safeMode',
    'Safe mode: only the shipped plugin versions are in use. Custom import map entries are ignored.',
  ),
  leaveSafeMode: message('shell.core.leaveSafeMode', 'Leave safe mode'),
};

/** Shows over every page that safe mode is on. Leaving safe mode reloads the page. */
export function safeModeBar(base: string, say: Say, page: Document = document): Disposer {
  const bar = page.createElement('div');
  bar.className = 'lading-offline lading-safe-mode';
  bar.setAttribute('role', 'status');
  const text = page.createElement('span');
  const leave = page.createElement('button');
  leave.type = 'button';
  leave.className = 'lading-button';
  leave.addEventListener('click', () => page.defaultView?.location.assign(base));
  bar.append(text, leave);
  page.body.append(bar);
  const stop = autorun(() => {
    text.textContent = say(messages.safeMode);
    leave.textContent = say(messages.leaveSafeMode);
  });
  return () => {
    stop();
    bar.remove();
  };
}
