/** What others call a type of packages, in small letters: repositories, addresses, clients of such platforms. */
const aliases: Readonly<Record<string, string>> = {
  go: 'golang',
  gav: 'maven',
  gavc: 'maven',
  dockerv2: 'docker',
  debian: 'deb',
  gems: 'rubygems',
};

/** The type as the index has it, whichever of its names is given. */
export function indexTypeOf(name: string): string {
  const lower = name.toLowerCase();
  return Object.hasOwn(aliases, lower) ? (aliases[lower] ?? lower) : lower;
}
