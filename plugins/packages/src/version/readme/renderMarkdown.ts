import DOMPurify from 'dompurify';
import { Marked } from 'marked';

/** The page has its own first heading. */
const HEADINGS_BELOW = 1;
const OUTSIDE = /^(https?:|mailto:)/i;
const IN_PLACE = /^data:image\/(png|gif|jpeg|webp|avif|svg\+xml)[;,]/i;

const marked = new Marked({
  gfm: true,
  walkTokens: (token) => {
    if (token.type === 'heading') token.depth = Math.min(6, token.depth + HEADINGS_BELOW);
  },
});

/**
 * Hostile Markdown as nodes: no script, style, form or frame, no picture from elsewhere, and links that lead outside,
 * in a new tab, without a word of where they were followed from, or to a heading of its own.
 */
export function renderMarkdown(source: string): DocumentFragment {
  const html = marked.parse(source, { async: false });
  const nodes = DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'button', 'select', 'textarea', 'video', 'audio', 'picture', 'source'],
    FORBID_ATTR: ['style', 'class', 'id', 'name', 'srcset', 'background', 'tabindex', 'accesskey'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
  for (const image of nodes.querySelectorAll('img')) holdImage(image);
  const headings = headingsOf(nodes);
  for (const link of nodes.querySelectorAll('a')) holdLink(link, headings);
  for (const input of nodes.querySelectorAll('input')) holdCheckbox(input);
  for (const area of nodes.querySelectorAll('pre, table')) area.setAttribute('tabindex', '0');
  return nodes;
}

/** A picture from elsewhere would tell its host who reads: in its place stands its text, as a link to it. */
function holdImage(image: HTMLImageElement): void {
  const address = image.getAttribute('src') ?? '';
  if (IN_PLACE.test(address)) return;
  const text = image.alt || (image.closest('a') ? '' : 'Picture');
  if (!OUTSIDE.test(address) || image.closest('a')) {
    image.replaceWith(text);
    return;
  }
  const link = document.createElement('a');
  link.href = address;
  link.textContent = text;
  image.replaceWith(link);
}

/** By the names that tables of contents know them by: what they say, without marks, and counted where it is said before. */
function headingsOf(nodes: DocumentFragment): ReadonlyMap<string, HTMLElement> {
  const headings = new Map<string, HTMLElement>();
  const said = new Map<string, number>();
  for (const heading of nodes.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6')) {
    const words = (heading.textContent ?? '').trim().toLowerCase();
    const name = words.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
    const before = said.get(name) ?? 0;
    said.set(name, before + 1);
    headings.set(before === 0 ? name : `${name}-${before}`, heading);
  }
  return headings;
}

/** Shows the heading, and reads on from it; the address stays that of the page. */
function leadTo(heading: HTMLElement, event: Event): void {
  event.preventDefault();
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView();
}

function named(address: string): string {
  try {
    return decodeURIComponent(address.slice(1)).toLowerCase();
  } catch {
    return '';
  }
}

function holdLink(link: HTMLAnchorElement, headings: ReadonlyMap<string, HTMLElement>): void {
  const address = link.getAttribute('href') ?? '';
  const heading = address.startsWith('#') ? headings.get(named(address)) : undefined;
  if (heading && link.textContent?.trim()) {
    link.addEventListener('click', (event) => leadTo(heading, event));
    return;
  }
  if (!OUTSIDE.test(address) || link.textContent?.trim() === '') {
    // A place inside of the package, which has no address here.
    link.replaceWith(...link.childNodes);
    return;
  }
  link.target = '_blank';
  link.rel = 'noopener noreferrer nofollow ugc';
}

/** A list of tasks keeps its ticks; any other input goes. */
function holdCheckbox(input: HTMLInputElement): void {
  if (input.type !== 'checkbox') {
    input.remove();
    return;
  }
  input.replaceWith(input.checked ? '☑' : '☐');
}
