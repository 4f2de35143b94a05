const PLUGIN =
  /^(?:@lading\/plugin-|lading-plugin-|@[a-z0-9~][a-z0-9._~-]*\/lading-plugin-)([a-z0-9][a-z0-9-]*)$/;

/** NAME of an import map's entry that is a plug-in, else `undefined`. */
export function nameOf(specifier: string): string | undefined {
  return PLUGIN.exec(specifier)?.[1];
}
