import type { ByteRange } from '../blobs/BlobStore.ts';

/**
 * Returns the bytes that a `Range` header requests. `undefined` means the whole file, also for
 * unsupported headers (several ranges, another unit), as HTTP allows. `unsatisfiable` means that
 * the range begins after the end of the file or of the range itself.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(' ', '') ?? '');
  if (!parts || (parts[1] === '' && parts[2] === '')) return undefined;
  if (parts[1] === '') {
    const last = Number(parts[2]);
    return last === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - last), end: size - 1 };
  }
  const start = Number(parts[1]);
  const end = parts[2] === '' ? size - 1 : Math.min(Number(parts[2]), size - 1);
  // HTTP does not specify whether a range that ends before it begins is rejected or ignored.
  // Conformance tests of registries expect rejection.
  const backwards = parts[2] !== '' && Number(parts[2]) < start;
  return backwards || start >= size ? 'unsatisfiable' : { start, end };
}
