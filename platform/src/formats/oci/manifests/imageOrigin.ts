import { type Origin, peopleOf, sourcePage, webPage } from '../../../packages/about/Origin.ts';
import type { OriginOf } from '../../../packages/about/origins.ts';
import { configOf } from './describeImage.ts';
import { findManifest, manifestBytes } from './findManifest.ts';
import { readManifest } from './readManifest.ts';

/** Reads the origin from annotations and labels of an image. */
export async function imageOrigin({
  name: image,
  version: tag,
  file,
}: OriginOf): Promise<Origin | undefined> {
  const found = await findManifest([file.repo], image, { tag });
  if (!found) return undefined;
  const manifest = readManifest(await manifestBytes(found.sha256), found.mediaType);
  const { labels } = await configOf({ repo: file.repo, image }, manifest);
  const said = (name: string) => {
    const key = `org.opencontainers.image.${name}`;
    return manifest.annotations[key] || labels[key];
  };
  return {
    authors: peopleOf(said('vendor')),
    maintainers: peopleOf((said('authors') ?? labels.maintainer ?? '').split(',')),
    homepage: webPage(said('url')),
    source: sourcePage(said('source')),
  };
}
