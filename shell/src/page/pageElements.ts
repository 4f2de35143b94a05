/** Page elements that the shell renders into. The server's page contains them with skeletons. */
export interface PageElements {
  /**
   * Contains the other two. `data-frame` specifies whether the chrome is shown: `full` or `none`.
   */
  readonly frame: HTMLElement;
  /** Header and sidebars. */
  readonly chrome: HTMLElement;
  /** Contains plugins and system pages. */
  readonly content: HTMLElement;
}

export function pageElements(page: Document): PageElements {
  const frame =
    page.getElementById('lading-frame') ?? page.body.appendChild(create(page, 'div', 'lading-frame'));
  const chrome = page.getElementById('lading-chrome') ?? create(page, 'div', 'lading-chrome');
  const content = page.getElementById('lading-content') ?? create(page, 'main', 'lading-content');
  if (chrome.parentElement !== frame) frame.prepend(chrome);
  if (content.parentElement !== frame) frame.append(content);
  content.tabIndex = -1;
  return { frame, chrome, content };
}

/** Removes the server-rendered skeleton once the page has content to show. */
export function removeSkeleton({ content }: PageElements): void {
  for (const skeleton of content.querySelectorAll('[data-skeleton]')) skeleton.remove();
}

function create(page: Document, tag: string, id: string): HTMLElement {
  const element = page.createElement(tag);
  element.id = id;
  return element;
}
