import { tarballPath } from '../names.ts';

/**
 * Packuments are kept as UTF-8 text in which every tarball's address is a mark and its path: the address depends on the host
 * and the repository that are asked, and nothing but a replacement is left to do then. Inside of another string the
 * mark's quotes would be escaped, so that only the field itself can match.
 */
const mark = '"tarball":"lading:';

/** The value of `dist.tarball` in a kept packument. */
export function markedTarball(name: string, version: string): string {
  return `lading:${tarballPath(name, version)}`;
}

const marked = Buffer.from(mark);

/** Completes the addresses; `base` ends with a slash. */
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
