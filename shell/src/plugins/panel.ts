import type { PluginFailure } from '@lading/contract';
import type { Say } from '../language/say.ts';
import { messages } from '../messages.ts';

export interface PanelWords {
  /** Title of the requested page: the route's title or the plugin's name. */
  readonly title: string;
  /** Administrators also see class and cause. */
  readonly detailed: boolean;
  readonly say: Say;
  /** Loads the page in safe mode. Absent if that does not help. */
  readonly startSafeMode?: () => void;
}

/** Panel in place of a plugin that is slow or failed, with Retry. */
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

/** Panel in place of a shell page whose code failed to load. */
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
