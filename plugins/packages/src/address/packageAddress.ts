import { typeOfScheme } from '../types/packageTypes.ts';

/**
 * Page of a package or of one of its versions. The package ID, such as `npm://@scope/name`, is one
 * segment of the path.
 */
export function packageAddress(packageId: string, version?: string): string {
  const segments = [packageId, ...(version === undefined ? [] : [version])].map(encodeURIComponent);
  return `/packages/${segments.join('/')}`;
}

/** The type and the name in an id: `gav://group:artifact` is a Maven package. */
export function partsOfPackageId(packageId: string): { type: string; name: string } {
  const [, scheme = '', name = packageId] = /^([a-z0-9]+):\/\/(.*)$/is.exec(packageId) ?? [];
  return { type: typeOfScheme(scheme), name };
}
