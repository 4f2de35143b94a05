import { tarballPath } from '../names.ts';

/**
 * Packuments are kept as text in which every tarball's address is a mark and its path: the address depends on the host
 * and the repository that are asked, and nothing but a replacement is left to do then. Inside of another string the
 * mark's quotes would be escaped, so that only the field itself can match.
 */
const mark = '"tarball":"lading:';

/** The value of `dist.tarball` in a kept packument. */
export function markedTarball(name: string, version: string): string {
  return `lading:${tarballPath(name, version)}`;
}

/** Completes the addresses; `base` ends with a slash. */
export function withAddresses(text: string, base: string): string {
  return text.replaceAll(mark, `"tarball":${JSON.stringify(base).slice(0, -1)}`);
}
