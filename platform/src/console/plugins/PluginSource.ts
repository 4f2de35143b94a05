/** Provides plugin packages: npm packages with a `lading-plugin.json`. */
export interface PluginSource {
  /**
   * Returns a stamp that changes with the package's content, or `undefined` if the package does not
   * exist.
   */
  stampOf(packageName: string, version: string): Promise<string | undefined>;
  /** Returns the package's files by path, or `undefined` if the package does not exist. */
  read(packageName: string, version: string): Promise<Map<string, Buffer> | undefined>;
  /** Lists packages with this plugin NAME and version, in any scope. */
  named(name: string, version: string): Promise<string[]>;
}
