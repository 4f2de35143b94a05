import { createHash } from 'node:crypto';

/**
 * Returns `sha256-…`, in the form of import maps and the `integrity` attribute. Not a longer hash,
 * because each page contains the hashes of all plugins and hashes don't compress.
 */
export function integrityOf(content: string | Uint8Array): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}
