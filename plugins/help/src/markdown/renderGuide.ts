import DOMPurify from 'dompurify';
import { Marked } from 'marked';

const marked = new Marked({ gfm: true });

/**
 * Renders a guide without its first heading. `addressOf` returns the console URL of a file that a link names, such as `settings.md`;
 * a link to another file becomes text.
 */
export function renderGuide(
  source: string,
  addressOf: (file: string) => string | undefined,
): DocumentFragment {
  const html = marked.parse(source.replace(/^# .*\n/, ''), { async: false });
  const nodes = DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true, USE_PROFILES: { html: true } });
  for (const link of nodes.querySelectorAll('a')) place(link, addressOf);
  // What may be wider than the page scrolls by itself, by keyboard too.
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
