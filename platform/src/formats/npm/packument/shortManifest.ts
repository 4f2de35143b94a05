/** What installing needs of a manifest, and all that the abbreviated form of a packument holds of it. */
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

/** Whether the abbreviated form has it, as it stands in the manifest. */
export function isShortField(field: string): boolean {
  return known.has(field);
}

/** The manifest as the abbreviated form shows it, without `dist`. */
export function shortManifest(manifest: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const short: Record<string, unknown> = {};
  for (const field of fields) if (manifest[field] !== undefined) short[field] = manifest[field];
  const bundled = manifest.bundleDependencies ?? manifest.bundledDependencies;
  if (bundled !== undefined) short.bundleDependencies = bundled;
  if (runsAtInstallation(manifest)) short.hasInstallScript = true;
  return short;
}

/** Whether npm runs something of the package when it is installed. */
export function runsAtInstallation({ scripts }: Readonly<Record<string, unknown>>): boolean {
  if (typeof scripts !== 'object' || scripts === null) return false;
  return ['preinstall', 'install', 'postinstall'].some((script) => script in scripts);
}
