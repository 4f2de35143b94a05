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
 * Renders untrusted Markdown as nodes: no scripts, styles, forms, or frames, and no images from
 * other hosts. External links open in a new tab without a referrer; other links lead to headings of
 * the document.
 */
export function renderMarkdown(source: string, imageUrl?: ImageUrl, folder = ''): DocumentFragment {
  const html = marked.parse(source, { async: false });
  const nodes = DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'button', 'select', 'textarea', 'video', 'audio', 'picture', 'source'],
    FORBID_ATTR: ['style', 'class', 'id', 'name', 'srcset', 'background', 'tabindex', 'accesskey'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
  const images = { url: imageUrl, left: MAX_IMAGES };
  for (const image of nodes.querySelectorAll('img')) holdImage(image, folder, images);
  const headings = headingsOf(nodes);
  for (const link of nodes.querySelectorAll('a')) holdLink(link, headings);
  for (const input of nodes.querySelectorAll('input')) holdCheckbox(input);
  for (const area of nodes.querySelectorAll('pre, table')) area.setAttribute('tabindex', '0');
  return nodes;
}

/** Returns the URL of an image in the package or repository, by its path. */
export type ImageUrl = (path: string) => string;

/** Images of a document that are shown: each is read from an archive. */
const MAX_IMAGES = 20;
/** Milliseconds after which an image is requested again: the server may be busy. */
const RETRY = 5000;

/**
 * An image from another host would track readers, so it becomes a link with its text. An image next
 * to the text is shown, or its text if there is no such image.
 */
function holdImage(
  image: HTMLImageElement,
  folder: string,
  images: { readonly url: ImageUrl | undefined; left: number },
): void {
  const address = image.getAttribute('src') ?? '';
  if (IN_PLACE.test(address)) return;
  const path = pathInPackage(address, folder);
  if (images.url && path !== undefined && images.left > 0) {
    images.left -= 1;
    loadImage(image, images.url(path));
    return;
  }
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

/** An image that fails twice is replaced by its text. */
function loadImage(image: HTMLImageElement, url: string): void {
  image.src = url;
  image.loading = 'lazy';
  const again = () => {
    if (!image.isConnected) return;
    image.addEventListener('error', () => image.replaceWith(image.alt), { once: true });
    image.src = url;
  };
  image.addEventListener('error', () => setTimeout(again, RETRY), { once: true });
}

/** Resolves a relative URL; undefined if its target is outside of the package. */
function pathInPackage(address: string, folder: string): string | undefined {
  if (address === '' || /^[a-z][a-z\d+.-]*:|^\/\/|^#/i.test(address)) return undefined;
  const root = 'https://package.invalid';
  // Additional `..` segments have no effect at the root.
  try {
    const base = folder.split('/').map(encodeURIComponent).join('/');
    const { origin, pathname } = new URL(address, folder === '' ? `${root}/` : `${root}/${base}/`);
    return origin === root ? decodeURIComponent(pathname.slice(1)) || undefined : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Assigns IDs to headings as tables of contents expect: their text without marks, numbered if it
 * occurs more than once.
 */
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

/** Scrolls to the heading and moves the focus there. The URL does not change. */
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
    // A file in the package, which has no URL here.
    link.replaceWith(...link.childNodes);
    return;
  }
  link.target = '_blank';
  link.rel = 'noopener noreferrer nofollow ugc';
}

/** Keeps the checkboxes of task lists, and removes all other inputs. */
function holdCheckbox(input: HTMLInputElement): void {
  if (input.type !== 'checkbox') {
    input.remove();
    return;
  }
  input.replaceWith(input.checked ? '☑' : '☐');
}
