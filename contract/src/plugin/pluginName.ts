const ENTRY =
  /^(?:@lading\/plugin-|lading-plugin-|@[a-z0-9~][a-z0-9._~-]*\/lading-plugin-)([a-z0-9][a-z0-9-]*)$/;

/** NAME of an import map's entry that is a plug-in, else `undefined`. */
export function pluginName(specifier: string): string | undefined {
  return ENTRY.exec(specifier)?.[1];
}
