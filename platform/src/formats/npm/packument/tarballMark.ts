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

/** Replaces the placeholders with URLs; `base` ends with a slash. */
export function withAddresses(text: Buffer, base: string): Buffer {
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
