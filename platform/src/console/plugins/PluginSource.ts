/** Where plug-ins' packages are: npm packages with a `lading-plugin.json`. */
export interface PluginSource {
  /** Changes when the package's bytes do; `undefined` when there is no such package. */
  stampOf(packageName: string, version: string): Promise<string | undefined>;
  /** Its files by path; `undefined` when there is no such package. */
  read(packageName: string, version: string): Promise<Map<string, Buffer> | undefined>;
  /** Packages of this plug-in NAME in this version, whatever their scope. */
  named(name: string, version: string): Promise<string[]>;
}
