const PLUGIN =
  /^(?:@lading\/plugin-|lading-plugin-|@[a-z0-9~][a-z0-9._~-]*\/lading-plugin-)([a-z0-9][a-z0-9-]*)$/;

/** Returns NAME from the specifier of a plugin, otherwise `undefined`. */
export function nameOf(specifier: string): string | undefined {
  return PLUGIN.exec(specifier)?.[1];
}
