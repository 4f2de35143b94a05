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
  const slow = reason === 'slow';
  const panel = titled(
    slow ? 'status' : 'alert',
    say(slow ? messages.slow : messages.failed, { page: title }),
  );
  panel.append(create('p', '', say(slow ? messages.slowMore : messages.failedMore)));
  if (!slow && detailed) panel.append(create('p', 'lading-panel-cause', `${reason.class}: ${reason.cause}`));
  panel.append(button('lading-button lading-button-main', say(messages.retry), retry));
  if (!slow && startSafeMode)
    panel.append(' ', button('lading-button', say(messages.startSafeMode), startSafeMode));
  return panel;
}

/** Panel in place of a shell page whose code failed to load. */
export function framelessPanel(say: Say, reload: () => void): HTMLElement {
  const panel = titled('alert', say(messages.pageFailed));
  panel.append(button('lading-button lading-button-main', say(messages.reload), reload));
  return panel;
}

function titled(role: string, title: string): HTMLElement {
  const panel = create('section', 'lading-panel');
  panel.setAttribute('role', role);
  const heading = create('h1', '', title);
  heading.tabIndex = -1;
  panel.append(heading);
  return panel;
}

function button(className: string, label: string, act: () => void): HTMLElement {
  const element = create('button', className, label);
  element.type = 'button';
  element.addEventListener('click', act);
  return element;
}

function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  text = '',
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}
