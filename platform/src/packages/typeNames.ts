/** Aliases of package types, lowercase: in repositories, URLs, and clients of similar platforms. */
const aliases: Readonly<Record<string, string>> = {
  go: 'golang',
  gav: 'maven',
  gavc: 'maven',
  dockerv2: 'docker',
  debian: 'deb',
  gems: 'rubygems',
};

/** Types that clients of similar platforms can name, even if this platform has none of them. */
export const aliasedTypes: readonly string[] = Object.values(aliases);

/** Returns the index type for a type name or alias. */
export function indexTypeOf(name: string): string {
  const lower = name.toLowerCase();
  return Object.hasOwn(aliases, lower) ? (aliases[lower] ?? lower) : lower;
}
