import type { ByteRange } from '../blobs/BlobStore.ts';

/**
 * The bytes that a `Range` header asks for: `undefined` stands for all of them, also where the header is none that is
 * served here (several ranges, another unit), as HTTP allows; `unsatisfiable` where the file or
 * the range itself ends before the range begins.
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
  // HTTP leaves open whether a range that ends before it begins is refused or passed over; clients that check registries want it refused.
  const backwards = parts[2] !== '' && Number(parts[2]) < start;
  return backwards || start >= size ? 'unsatisfiable' : { start, end };
}
