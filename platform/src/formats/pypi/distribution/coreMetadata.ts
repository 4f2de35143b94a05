/** A distribution's own metadata: METADATA in a wheel, PKG-INFO in an sdist or egg. */
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
  /** In PEP 508 format: `requests[socks] (>=2); extra == "net"`. */
  requiresDist: string[];
  requiresPython?: string;
  providesExtra: string[];
  projectUrls: Record<string, string>;
  platforms: string[];
}

const maxHeaders = 20_000;

/**
 * Parses the headers and the body, which is the description. Never throws: missing values are
 * empty.
 */
export function parseCoreMetadata(text: string): CoreMetadata {
  const { headers, body } = splitHeaders(text);
  const values = (key: string) => headers.get(key) ?? [];
  const first = (key: string) => {
    const value = values(key)[0]?.trim();
    // Old tools wrote `UNKNOWN` for missing values.
    return value === undefined || value === '' || value === 'UNKNOWN' ? undefined : value;
  };
  const optional = <Key extends string>(key: Key, value: string | undefined) =>
    (value === undefined ? {} : { [key]: value }) as Partial<Record<Key, string>>;
  const description = body.trim() === '' ? unfolded(first('description')) : body;
  return {
    metadataVersion: first('metadata-version') ?? '',
    name: first('name') ?? '',
    version: first('version') ?? '',
    ...optional('summary', first('summary')?.split('\n')[0]),
    ...optional('description', description === 'UNKNOWN' ? undefined : description),
    ...optional('descriptionType', first('description-content-type')),
    keywords: keywordsOf(first('keywords')),
    ...optional('homePage', first('home-page')),
    ...optional('author', first('author')),
    ...optional('authorEmail', first('author-email')),
    ...optional('maintainer', first('maintainer')),
    ...optional('maintainerEmail', first('maintainer-email')),
    ...optional('license', first('license')),
    ...optional('licenseExpression', first('license-expression')),
    classifiers: values('classifier').map((value) => value.trim()),
    requiresDist: values('requires-dist').map((value) => value.trim()),
    ...optional('requiresPython', first('requires-python')),
    providesExtra: values('provides-extra').map((value) => value.trim()),
    projectUrls: urlsOf(values('project-url')),
    platforms: values('platform').map((value) => value.trim()),
  };
}

function splitHeaders(text: string): { headers: Map<string, string[]>; body: string } {
  const headers = new Map<string, string[]>();
  let last: string[] | undefined;
  let at = 0;
  for (let count = 0; at < text.length && count < maxHeaders; count++) {
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

/**
 * In a description header, each line is indented by eight spaces, or by seven and a vertical bar.
 */
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
