/**
 * Fields of a manifest that are needed for installing: the abbreviated form of a packument contains
 * only these.
 */
const fields = [
  'name',
  'version',
  'deprecated',
  'bin',
  'directories',
  'dependencies',
  'optionalDependencies',
  'devDependencies',
  'bundleDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
  'acceptDependencies',
  'engines',
  'os',
  'cpu',
  'libc',
  'funding',
  'hasInstallScript',
  '_hasShrinkwrap',
] as const;

const known: ReadonlySet<string> = new Set(fields);

/** Whether the abbreviated form contains the field unchanged. */
export function isShortField(field: string): boolean {
  return known.has(field);
}

/** The manifest in abbreviated form, without `dist`. */
export function shortManifest(manifest: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const short: Record<string, unknown> = {};
  for (const field of fields) if (manifest[field] !== undefined) short[field] = manifest[field];
  const bundled = manifest.bundleDependencies ?? manifest.bundledDependencies;
  if (bundled !== undefined) short.bundleDependencies = bundled;
  if (runsAtInstallation(manifest)) short.hasInstallScript = true;
  return short;
}

/** Whether npm runs a script of the package during installation. */
export function runsAtInstallation({ scripts }: Readonly<Record<string, unknown>>): boolean {
  if (typeof scripts !== 'object' || scripts === null) return false;
  return ['preinstall', 'install', 'postinstall'].some((script) => script in scripts);
}
