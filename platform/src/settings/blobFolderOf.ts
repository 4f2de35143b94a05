import { fileURLToPath } from 'node:url';

/** Returns the directory of a `file:` URL, or undefined for an object store. */
export function blobFolderOf(url: string): string | undefined {
  return url.startsWith('file:') ? fileURLToPath(url) : undefined;
}
