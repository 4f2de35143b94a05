/** What a distribution says of itself: METADATA of a wheel, PKG-INFO of an sdist or egg. */
export interface CoreMetadata {
  metadataVersion: string;
  name: string;
  version: string;
  summary?: string;
  description?: string;
  /** `text/markdown`, `text/x-rst`, `text/plain`. */
  descriptionType?: string;
  keywords: string[];
  homePage?: string;
  author?: string;
  authorEmail?: string;
  maintainer?: string;
  maintainerEmail?: string;
  license?: string;
  licenseExpression?: string;
  classifiers: string[];
  /** As PEP 508 writes them: `requests[socks] (>=2); extra == "net"`. */
  requiresDist: string[];
  requiresPython?: string;
  providesExtra: string[];
  projectUrls: Record<string, string>;
  platforms: string[];
}

const mostHeaders = 20_000;

/** Reads the headers, and the body after them, which is the description. Nothing is refused here: what is not there is empty. */
export function parseCoreMetadata(text: string): CoreMetadata {
  const { headers, body } = splitHeaders(text);
  const all = (key: string) => headers.get(key) ?? [];
  const one = (key: string) => {
    const value = all(key)[0]?.trim();
    // Older tools wrote this for nothing.
    return value === undefined || value === '' || value === 'UNKNOWN' ? undefined : value;
  };
  const optional = <Key extends string>(key: Key, value: string | undefined) =>
    (value === undefined ? {} : { [key]: value }) as Partial<Record<Key, string>>;
  const description = body.trim() === '' ? unfolded(one('description')) : body;
  return {
    metadataVersion: one('metadata-version') ?? '',
    name: one('name') ?? '',
    version: one('version') ?? '',
    ...optional('summary', one('summary')?.split('\n')[0]),
    ...optional('description', description === 'UNKNOWN' ? undefined : description),
    ...optional('descriptionType', one('description-content-type')),
    keywords: keywordsOf(one('keywords')),
    ...optional('homePage', one('home-page')),
    ...optional('author', one('author')),
    ...optional('authorEmail', one('author-email')),
    ...optional('maintainer', one('maintainer')),
    ...optional('maintainerEmail', one('maintainer-email')),
    ...optional('license', one('license')),
    ...optional('licenseExpression', one('license-expression')),
    classifiers: all('classifier').map((value) => value.trim()),
    requiresDist: all('requires-dist').map((value) => value.trim()),
    ...optional('requiresPython', one('requires-python')),
    providesExtra: all('provides-extra').map((value) => value.trim()),
    projectUrls: urlsOf(all('project-url')),
    platforms: all('platform').map((value) => value.trim()),
  };
}

function splitHeaders(text: string): { headers: Map<string, string[]>; body: string } {
  const headers = new Map<string, string[]>();
  let last: string[] | undefined;
  let at = 0;
  for (let count = 0; at < text.length && count < mostHeaders; count++) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? text.length : end).replace(/\r$/, '');
    at = end < 0 ? text.length : end + 1;
    if (line === '') return { headers, body: text.slice(at) };
    if (/^[ \t]/.test(line) && last) {
      last.push(`${last.pop() ?? ''}\n${line}`);
      continue;
    }
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const key = line.slice(0, colon).toLowerCase();
    last = headers.get(key) ?? [];
    headers.set(key, last);
    last.push(line.slice(colon + 1).trimStart());
  }
  return { headers, body: '' };
}

/** A description among the headers has each of its lines moved in by eight blanks, or seven and a bar. */
function unfolded(text: string | undefined): string | undefined {
  return text?.replace(/\n(?: {7}\|| {8}|\t)/g, '\n');
}

function keywordsOf(text = ''): string[] {
  const parts = text.includes(',') ? text.split(',') : text.split(/\s+/);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function urlsOf(values: readonly string[]): Record<string, string> {
  const pairs = values.slice(0, 100).flatMap((value) => {
    const [label = '', url = ''] = value.split(/,(.*)/s).map((part) => part.trim());
    return label && url ? [[label, url] as const] : [];
  });
  return Object.fromEntries(pairs);
}
