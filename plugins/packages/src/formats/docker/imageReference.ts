import type { Installed } from '../PackageFormat.ts';

/**
 * The name of an image with its tag or digest, or with the newest tag. Without a tag clients pull
 * `latest`, which need not exist: undefined when no tag is known.
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
