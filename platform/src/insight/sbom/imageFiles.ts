import type { View } from '../../packages/sql/readable.ts';
import { readableFiles } from '../compare/versionFiles.ts';
import type { StoredVersion } from '../storedVersions.ts';
import type { BillComponent } from './Bill.ts';

/**
 * The configuration and layers of an image as components, by digest. The packages within layers are
 * unknown.
 */
export async function imageFiles(image: StoredVersion, view: View): Promise<BillComponent[]> {
  const { files } = await readableFiles(image, view);
  const digests = new Set([...files.values()].map(({ sha256 }) => sha256));
  if (image.sha256) digests.delete(image.sha256);
  return [...digests].map((sha256) => ({
    ref: `file:${sha256}`,
    kind: 'file',
    name: `sha256:${sha256}`,
    hashes: { sha256 },
    resolution: 'stored',
  }));
}
