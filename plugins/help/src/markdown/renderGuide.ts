import DOMPurify from 'dompurify';
import { Marked } from 'marked';

const marked = new Marked({ gfm: true });

/**
 * Renders a guide without its first heading. `addressOf` returns the console URL of a linked file,
 * such as `settings.md`; links to other files become text.
 */
export function renderGuide(
  source: string,
  addressOf: (file: string) => string | undefined,
): DocumentFragment {
  const html = marked.parse(source.replace(/^# .*\n/, ''), { async: false });
  const nodes = DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true, USE_PROFILES: { html: true } });
  for (const link of nodes.querySelectorAll('a')) place(link, addressOf);
  // Areas that can be wider than the page scroll separately, also with the keyboard.
  for (const area of nodes.querySelectorAll('pre, table')) area.setAttribute('tabindex', '0');
  return nodes;
}

function place(link: HTMLAnchorElement, addressOf: (file: string) => string | undefined): void {
  const address = link.getAttribute('href') ?? '';
  if (/^https?:/.test(address)) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
    return;
  }
  const inside = addressOf(address.replace(/^.*\//, '').replace(/#.*$/, ''));
  if (inside === undefined) link.replaceWith(...link.childNodes);
  else link.setAttribute('href', inside);
}
