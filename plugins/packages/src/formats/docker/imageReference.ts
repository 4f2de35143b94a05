import type { Installed } from '../PackageFormat.ts';

/**
 * Returns the name of an image with its tag or digest, or with the newest tag. Returns `undefined`
 * if no tag is known: without a tag, clients pull `latest`, which might not exist.
 */
export function imageReference({
  name,
  version,
  newest,
}: Pick<Installed, 'name' | 'version' | 'newest'>): string | undefined {
  const tag = version ?? newest;
  if (tag === undefined) return undefined;
  if (version === undefined && tag === 'latest') return name;
  return `${name}${tag.startsWith('sha256:') ? '@' : ':'}${tag}`;
}
