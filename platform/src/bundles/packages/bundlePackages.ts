import type { BundlePackages } from '@lading/contract/rest';
import { artifactsOf, type BundleVersion } from '../content/bundleRows.ts';
import type { PageQuery } from '../listing/pages.ts';
import { containedPackages } from './containedPackages.ts';
import { packageFacts } from './packageFacts.ts';

/**
 * Returns a page of package versions by name; `search`: words in name, version, type, or
 * repository, case-insensitive.
 */
export async function bundlePackages(
  { id }: BundleVersion,
  { offset, limit, search }: PageQuery & { search: string },
): Promise<BundlePackages> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = containedPackages(await artifactsOf(id)).filter(({ name, version, type, repository }) => {
    const text = `${name} ${version} ${type} ${repository}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return { packages: await packageFacts(found.slice(offset, offset + limit)), total: found.length };
}
