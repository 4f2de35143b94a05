/** Types that the console never lists. */
export const EXCLUDED_TYPES: readonly string[] = ['dockerV1', 'terraformBackend', 'releasebundles'];

/** Names that the platform or an old address may use, and the type that is meant. */
const ALIASES: Readonly<Record<string, string>> = {
  dockerv2: 'docker',
  gavc: 'maven',
  go: 'golang',
  'terraform module': 'terraform',
  'terraform provider': 'terraform',
  terraformmodule: 'terraform',
  terraformprovider: 'terraform',
  debian: 'deb',
  gems: 'rubygems',
};

const LABELS: Readonly<Record<string, string>> = {
  alpine: 'Alpine',
  bower: 'Bower',
  cargo: 'Cargo',
  chef: 'Chef',
  conan: 'Conan',
  deb: 'Debian',
  docker: 'Docker',
  generic: 'Generic',
  golang: 'Go',
  helm: 'Helm',
  maven: 'Maven',
  npm: 'npm',
  nuget: 'NuGet',
  oci: 'OCI',
  opkg: 'Opkg',
  puppet: 'Puppet',
  pypi: 'PyPI',
  rpm: 'RPM',
  rubygems: 'RubyGems',
  terraform: 'Terraform',
};

/** The type that a name stands for; a name that is no alias stands for itself. */
export function packageType(name: string): string {
  return own(ALIASES, name.toLowerCase()) ?? name;
}

/** The type behind each name, each once, without those that are never listed. */
export function listedTypes(names: readonly string[]): string[] {
  const excluded = new Set(EXCLUDED_TYPES.map((name) => name.toLowerCase()));
  return [...new Set(names.filter((name) => !excluded.has(name.toLowerCase())).map(packageType))];
}

/** As people write it. */
export function typeLabel(type: string): string {
  return own(LABELS, packageType(type)) ?? type;
}

/** Names come from addresses, where somebody may write `constructor`. */
function own(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
