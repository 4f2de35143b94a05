import type { Disposer } from '@lading/contract';
import { reaction } from 'mobx';
import type { Connection } from './Connection.ts';

const AWAY = 'The server cannot be reached. What you see may be old; it goes on by itself.';

/**
 * A line over every page while the server is out of reach. In the page's own elements, because what draws the rest may be what
 * could not be fetched.
 */
export function connectionBar(connection: Connection, page: Document = document): Disposer {
  const bar = page.createElement('div');
  bar.className = 'lading-offline';
  bar.setAttribute('role', 'status');
  page.body.append(bar);
  const stop = reaction(
    () => connection.online,
    (online) => bar.replaceChildren(...(online ? [] : contentOf(connection, page))),
    { fireImmediately: true },
  );
  return () => {
    stop();
    bar.remove();
  };
}

function contentOf(connection: Connection, page: Document): HTMLElement[] {
  const words = page.createElement('span');
  words.textContent = AWAY;
  const button = page.createElement('button');
  button.type = 'button';
  button.className = 'lading-button';
  button.textContent = 'Try now';
  button.addEventListener('click', () => void connection.doubt());
  return [words, button];
}
