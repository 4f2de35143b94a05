import type { Disposer } from '@lading/contract';
import { reaction } from 'mobx';
import type { Say } from '../language/say.ts';
import { messages } from '../messages.ts';
import type { Connection } from './Connection.ts';

/**
 * Shows a bar over every page while the server is unreachable. Uses plain page elements, because
 * the code that draws the rest may be what failed to load.
 */
export function connectionBar(connection: Connection, say: Say, page: Document = document): Disposer {
  const bar = page.createElement('div');
  bar.className = 'lading-offline';
  bar.setAttribute('role', 'status');
  page.body.append(bar);
  const stop = reaction(
    () => (connection.online ? undefined : { away: say(messages.away), again: say(messages.tryNow) }),
    (said) => bar.replaceChildren(...(said ? contentOf(connection, said, page) : [])),
    { fireImmediately: true },
  );
  return () => {
    stop();
    bar.remove();
  };
}

function contentOf(
  connection: Connection,
  said: { readonly away: string; readonly again: string },
  page: Document,
): HTMLElement[] {
  const words = page.createElement('span');
  words.textContent = said.away;
  const button = page.createElement('button');
  button.type = 'button';
  button.className = 'lading-button';
  button.textContent = said.again;
  button.addEventListener('click', () => void connection.doubt());
  return [words, button];
}
