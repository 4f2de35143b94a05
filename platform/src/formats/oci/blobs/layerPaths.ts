/**
 * Where the tree shows what an image has: its tags as `{image}/{tag}/manifest.json`, and below names that no part of an image's name
 * can have all of its layers, configurations and manifests.
 */
export function layerPath(image: string, digest: string): string {
  return `${image}/_layers/${fileName(digest)}`;
}

/** The image whose layer, configuration or manifest stands at the path; undefined for tags. */
export function imageOf(path: string): { name: string; digest: string } | undefined {
  const [, name, algorithm, hex] =
    /^(.+)\/_(?:layers|manifests)\/(sha\d{3})__([0-9a-f]+)(?:\.json)?$/.exec(path) ?? [];
  return name === undefined ? undefined : { name, digest: `${algorithm}:${hex}` };
}

export function manifestPath(image: string, digest: string): string {
  return `${image}/_manifests/${fileName(digest)}.json`;
}

export function tagPath(image: string, tag: string): string {
  return `${image}/${tag}/manifest.json`;
}

function fileName(digest: string): string {
  return digest.replace(':', '__');
}
