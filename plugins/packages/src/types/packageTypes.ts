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

/** The type behind each name, each once, without those that are never listed. */
export function listedTypes(names: readonly string[]): string[] {
  const excluded = new Set(EXCLUDED_TYPES.map((name) => name.toLowerCase()));
  return [...new Set(names.filter((name) => !excluded.has(name.toLowerCase())).map(packageType))];
}

/** The names that stand for no type that is listed. */
export function unknownTypes(names: readonly string[]): string[] {
  const excluded = new Set(EXCLUDED_TYPES.map((name) => name.toLowerCase()));
  return names.filter((name) => excluded.has(name.toLowerCase()) || formatOf(name) === undefined);
}

/** As people write it. */
export function typeLabel(type: string): string {
  return formatOf(type)?.label ?? type;
}

/** The type in an id's scheme: `gav` is Maven's, and `go` another name of `golang`. */
export function typeOfScheme(scheme: string): string {
  return BY_SCHEME.get(scheme) ?? packageType(scheme);
}

/** The id of a package. */
export function packageIdOf(type: string, name: string): string {
  const format = formatOf(type);
  return `${format?.scheme ?? format?.type ?? type}://${name}`;
}
