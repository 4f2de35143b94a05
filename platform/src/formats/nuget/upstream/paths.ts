import { createHash } from 'node:crypto';
import { lowerVersion } from '../versions.ts';

/** Directory of upstream metadata, separate from packages. */
const metadata = '.v3';

export function isUpstreamMetadata(path: string): boolean {
  return path === metadata || path.startsWith(`${metadata}/`);
}

/** Paths of cached upstream files. */
export const cachePath = {
  serviceIndex: () => `${metadata}/index.json`,
  versions: (id: string) => `${metadata}/versions/${id.toLowerCase()}.json`,
  registration: (id: string) => `${metadata}/registration/${id.toLowerCase()}/index.json`,
  page: (id: string, url: string) =>
    `${metadata}/registration/${id.toLowerCase()}/${createHash('sha256').update(url).digest('hex')}.json`,
  /** Same path as in the upstream's flat container. */
  package: (id: string, version: string) => {
    const [lower, normal] = [id.toLowerCase(), lowerVersion(version)];
    return `${lower}/${normal}/${lower}.${normal}.nupkg`;
  },
  nuspec: (id: string, version: string) =>
    `${id.toLowerCase()}/${lowerVersion(version)}/${id.toLowerCase()}.nuspec`,
};
