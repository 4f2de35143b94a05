/** Media types of image manifests and of indexes. */
export const imageTypes: readonly string[] = [
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
];
export const indexTypes: readonly string[] = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
];

export const indexType = 'application/vnd.oci.image.index.v1+json';

export function isIndex(mediaType: string): boolean {
  return indexTypes.includes(mediaType);
}

/** All types, for an Accept header. */
export const acceptedTypes = [...imageTypes, ...indexTypes].join(', ');

/** Whether a client accepts the type. Without an Accept header, every type is accepted. */
export function accepts(header: string | undefined, mediaType: string): boolean {
  if (header === undefined || header.trim() === '') return true;
  return header.split(',').some((part) => {
    const [type = ''] = part.split(';', 1);
    const wanted = type.trim().toLowerCase();
    return (
      wanted === mediaType || wanted === '*/*' || wanted === 'application/*' || wanted === 'application/json'
    );
  });
}
