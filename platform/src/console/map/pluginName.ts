const PLUGIN =
  /^(?:@lading\/plugin-|lading-plugin-|@[a-z0-9~][a-z0-9._~-]*\/lading-plugin-)([a-z0-9][a-z0-9-]*)$/;

/** Returns NAME from the specifier of a plugin, otherwise `undefined`. */
export function nameOf(specifier: string): string | undefined {
  return PLUGIN.exec(specifier)?.[1];
}

/** Whether a list of packages and scopes contains the package of a plugin. */
export function isCovered(packages: readonly string[], specifier: string): boolean {
  const scope = specifier.startsWith('@') ? specifier.split('/')[0] : undefined;
  return packages.some((one) => one === specifier || one === scope);
}
