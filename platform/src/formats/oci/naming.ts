import type { Naming } from '../../repositories/naming.ts';

/** The first part of an image name identifies its owner. */
export const dockerNaming: Naming = {
  example: 'acme',
  separators: () => '/',
  namespaces: (image) => (image.includes('/') ? [image.slice(0, image.indexOf('/'))] : []),
  reserves(image) {
    const [namespace] = dockerNaming.namespaces?.(image) ?? [];
    // `library` contains the official images, which have many maintainers.
    return namespace === 'library' ? undefined : namespace;
  },
};
