const ENTRY =
  /^(?:@lading\/plugin-|lading-plugin-|@[a-z0-9~][a-z0-9._~-]*\/lading-plugin-)([a-z0-9][a-z0-9-]*)$/;

/** Returns NAME of a plugin's import map entry; `undefined` for other entries. */
export function pluginName(specifier: string): string | undefined {
  return ENTRY.exec(specifier)?.[1];
}
