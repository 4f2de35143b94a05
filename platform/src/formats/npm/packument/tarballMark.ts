import { tarballPath } from '../names.ts';

/**
 * Packuments are stored as UTF-8 text with placeholders for tarball URLs, because the URL depends
 * on the requested host and repository. Serving one then only takes a text replacement. In any
 * other string the placeholder's quotes would be escaped, so only the field itself can match.
 */
const mark = '"tarball":"lading:';

/** The placeholder for `dist.tarball` in a stored packument. */
export function markedTarball(name: string, version: string): string {
  return `lading:${tarballPath(name, version)}`;
}

const marked = Buffer.from(mark);

/**
 * The URL of attestations in a `dist`. It is the first field of them in the packuments of npm's
 * registry, too.
 */
const attestations = Buffer.from('"attestations":{"url":"');
const attestationsPath = '/-/npm/v1/attestations/';

/** The placeholder for `dist.attestations.url` in a stored packument. */
export function markedAttestations(name: string, version: string): string {
  return `lading:${attestationsPath}${name.replace('/', '%2f')}@${version}`;
}

/** Replaces the placeholders with URLs; `base` ends with a slash. */
export function withAddresses(text: Buffer, base: string): Buffer {
  return withAttestations(withTarballs(text, base), base);
}

function withTarballs(text: Buffer, base: string): Buffer {
  const address = Buffer.from(`"tarball":${JSON.stringify(base).slice(0, -1)}`);
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = text.indexOf(marked); at >= 0; at = text.indexOf(marked, from)) {
    pieces.push(text.subarray(from, at), address);
    from = at + marked.length;
  }
  pieces.push(text.subarray(from));
  return Buffer.concat(pieces);
}

/**
 * Also replaces the URLs of upstreams: clients request them from the host that they use, below the
 * path of the URL.
 */
function withAttestations(text: Buffer, base: string): Buffer {
  let at = text.indexOf(attestations);
  if (at < 0) return text;
  const address = Buffer.from(JSON.stringify(base).slice(1, -1));
  const pieces: Buffer[] = [];
  let from = 0;
  for (; at >= 0; at = text.indexOf(attestations, at)) {
    at += attestations.length;
    const url = text.subarray(at, text.indexOf('"', at));
    const path = url.indexOf(attestationsPath);
    if (path < 0) continue;
    pieces.push(text.subarray(from, at), address);
    from = at + path + 1;
  }
  pieces.push(text.subarray(from));
  return Buffer.concat(pieces);
}
