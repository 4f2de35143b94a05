import type { Naming } from '../../repositories/naming.ts';

/** The first part of an image's name is its owner's. */
export const dockerNaming: Naming = {
  example: 'acme',
  separators: () => '/',
  namespaces: (image) => (image.includes('/') ? [image.slice(0, image.indexOf('/'))] : []),
  reserves(image) {
    const [namespace] = dockerNaming.namespaces?.(image) ?? [];
    // The official images, which have many maintainers and no other namespace.
    return namespace === 'library' ? undefined : namespace;
  },
};
