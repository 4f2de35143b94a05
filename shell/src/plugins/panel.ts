import type { PluginFailure } from '@lading/contract';

export interface PanelWords {
  /** What the person wanted to see: the route's title or the plug-in's name. */
  readonly title: string;
  /** Administrators read class and cause as well. */
  readonly detailed: boolean;
}

/** In the place of a plug-in: that it takes long, or what failed, with Retry. */
export function slotPanel(
  reason: 'slow' | PluginFailure,
  { title, detailed }: PanelWords,
  retry: () => void,
): HTMLElement {
  const panel = document.createElement('section');
  panel.className = 'lading-panel';
  panel.setAttribute('role', reason === 'slow' ? 'status' : 'alert');
  const heading = document.createElement('h1');
  heading.tabIndex = -1;
  heading.textContent =
    reason === 'slow' ? `${title} takes longer than usual` : `${title} could not be shown`;
  const text = document.createElement('p');
  text.textContent =
    reason === 'slow'
      ? 'It will appear here as soon as it has arrived. The rest of the console works on.'
      : 'The rest of the console works on.';
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
  button.textContent = 'Retry';
  button.addEventListener('click', retry);
  panel.append(button);
  return panel;
}

/** In the place of a page of the shell's own whose code could not be fetched. */
export function framelessPanel(reload: () => void): HTMLElement {
  const panel = document.createElement('section');
  panel.className = 'lading-panel';
  panel.setAttribute('role', 'alert');
  const heading = document.createElement('h1');
  heading.tabIndex = -1;
  heading.textContent = 'This page could not be loaded';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'lading-button lading-button-main';
  button.textContent = 'Reload';
  button.addEventListener('click', reload);
  panel.append(heading, button);
  return panel;
}
