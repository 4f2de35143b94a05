import type { PluginFailure } from '@lading/contract';
import type { Say } from '../language/say.ts';
import { messages } from '../messages.ts';

export interface PanelWords {
  /** What the person wanted to see: the route's title or the plug-in's name. */
  readonly title: string;
  /** Administrators read class and cause as well. */
  readonly detailed: boolean;
  readonly say: Say;
  /** Loads the page in safe mode. Absent where that does not help. */
  readonly startSafeMode?: () => void;
}

/** In the place of a plug-in: that it takes long, or what failed, with Retry. */
export function slotPanel(
  reason: 'slow' | PluginFailure,
  { title, detailed, say, startSafeMode }: PanelWords,
  retry: () => void,
): HTMLElement {
  const panel = document.createElement('section');
  panel.className = 'lading-panel';
  panel.setAttribute('role', reason === 'slow' ? 'status' : 'alert');
  const heading = document.createElement('h1');
  heading.tabIndex = -1;
  heading.textContent =
    reason === 'slow' ? say(messages.slow, { page: title }) : say(messages.failed, { page: title });
  const text = document.createElement('p');
  text.textContent = reason === 'slow' ? say(messages.slowMore) : say(messages.failedMore);
  panel.append(heading, text);
  if (reason !== 'slow' && detailed) {
    const cause = document.createElement('p');
    cause.className = 'lading-panel-cause';
    cause.textContent = `${reason.class}: ${reason.cause}`;
    panel.append(cause);
  }
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'lading-button lading-button-main';
  button.textContent = say(messages.retry);
  button.addEventListener('click', retry);
  panel.append(button);
  if (reason !== 'slow' && startSafeMode) {
    const safe = document.createElement('button');
    safe.type = 'button';
    safe.className = 'lading-button';
    safe.textContent = say(messages.startSafeMode);
    safe.addEventListener('click', startSafeMode);
    panel.append(' ', safe);
  }
  return panel;
}

/** In the place of a page of the shell's own whose code could not be fetched. */
export function framelessPanel(say: Say, reload: () => void): HTMLElement {
  const panel = document.createElement('section');
  panel.className = 'lading-panel';
  panel.setAttribute('role', 'alert');
  const heading = document.createElement('h1');
  heading.tabIndex = -1;
  heading.textContent = say(messages.pageFailed);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'lading-button lading-button-main';
  button.textContent = say(messages.reload);
  button.addEventListener('click', reload);
  panel.append(heading, button);
  return panel;
}
