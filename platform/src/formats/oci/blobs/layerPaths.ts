/**
 * Paths of an image in the tree. Tags are at `{image}/{tag}/manifest.json`. Layers, configurations,
 * and manifests are below folders whose names cannot be part of an image name.
 */
export function layerPath(image: string, digest: string): string {
  return `${image}/_layers/${fileName(digest)}`;
}

/** The image whose layer, configuration, or manifest is at the path; undefined for tags. */
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
