/** Query parameters of a package search. */
export const PACKAGE_KEYS = [
  'package_type',
  'name',
  'lowercase_name',
  'tags',
  'description',
  'scope',
  'before',
  'after',
  'packageId',
  'repos',
  'licenses',
  'severities',
  'ignorePreRelease',
  'sort_by',
  'sort_type',
  'limit',
  'endCursor',
] as const;

type PackageKey = (typeof PACKAGE_KEYS)[number];
export type PackageKeys = Partial<Record<PackageKey, readonly string[]>>;

/** Parses a URL's query string; a parameter may occur several times. */
export function readPackageKeys(search: string): PackageKeys {
  const keys = new URLSearchParams(search);
  return Object.fromEntries(
    PACKAGE_KEYS.map((key) => [key, keys.getAll(key).filter((value) => value !== '')] as const).filter(
      ([, values]) => values.length > 0,
    ),
  );
}

/** Returns the URL of the package list with the given filters. */
export function packagesAddress(wanted: PackageKeys): string {
  const keys = new URLSearchParams();
  for (const key of PACKAGE_KEYS) for (const value of wanted[key] ?? []) if (value) keys.append(key, value);
  const text = keys.toString();
  return `/packages${text ? `?${text}` : ''}`;
}
