import { FORMATS } from '../formats/formats.ts';
import type { PackageFormat } from '../formats/PackageFormat.ts';

/** Types that the console never lists. */
export const EXCLUDED_TYPES: readonly string[] = ['dockerV1', 'terraformBackend', 'releasebundles'];

/** Names come from URLs and may be `constructor`: a map has no inherited properties. */
const BY_NAME: ReadonlyMap<string, PackageFormat> = new Map(
  FORMATS.flatMap((format) =>
    [format.type, ...(format.aliases ?? [])].map((name) => [name, format] as const),
  ),
);
const BY_SCHEME: ReadonlyMap<string, string> = new Map(
  FORMATS.flatMap(({ scheme, type }) => (scheme === undefined ? [] : [[scheme, type] as const])),
);

/** Returns the format for a name or an alias. */
export function formatOf(name: string): PackageFormat | undefined {
  return BY_NAME.get(name.toLowerCase());
}

/** Resolves an alias to its type; returns any other name unchanged. */
export function packageType(name: string): string {
  return formatOf(name)?.type ?? name;
}

/** Returns the distinct types of the names, without types that are never listed. */
export function listedTypes(names: readonly string[]): string[] {
  const excluded = new Set(EXCLUDED_TYPES.map((name) => name.toLowerCase()));
  return [...new Set(names.filter((name) => !excluded.has(name.toLowerCase())).map(packageType))];
}

/** Returns the names that are not names of listed types. */
export function unknownTypes(names: readonly string[]): string[] {
  const excluded = new Set(EXCLUDED_TYPES.map((name) => name.toLowerCase()));
  return names.filter((name) => excluded.has(name.toLowerCase()) || formatOf(name) === undefined);
}

/** Returns the display name of a type. */
export function typeLabel(type: string): string {
  return formatOf(type)?.label ?? type;
}

/** Returns the type of a scheme in package IDs: `gav` is Maven, and `go` is `golang`. */
export function typeOfScheme(scheme: string): string {
  return BY_SCHEME.get(scheme) ?? packageType(scheme);
}

/** Returns the ID of a package. */
export function packageIdOf(type: string, name: string): string {
  const format = formatOf(type);
  return `${format?.scheme ?? format?.type ?? type}://${name}`;
}
