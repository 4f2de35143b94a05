import { createHash } from 'node:crypto';

/** `sha384-…`, as import maps and the `integrity` attribute take it. */
export function integrityOf(content: string | Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}
