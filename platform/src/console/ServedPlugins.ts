import type { MappedPlugin } from './ConsoleState.ts';

/** Versions per plugin. A plugin in development has a new one with each change. */
const maxVersions = 100;

/** The versions of plugins that pages have had since the start of this node. */
export class ServedPlugins {
  /** `name/version` of those that ran in frames. */
  readonly #framed = new Set<string>();
  readonly #plugins = new Map<string, { specifier: string; versions: Set<string> }>();

  /** Returns the plugins as they are. */
  add(plugins: MappedPlugin[]): MappedPlugin[] {
    for (const { boot } of plugins) {
      const versions = this.#plugins.get(boot.name)?.versions ?? new Set<string>();
      if (boot.frame) this.#framed.add(`${boot.name}/${boot.version}`);
      this.#plugins.set(boot.name, { specifier: boot.specifier, versions });
      // The latest ones stay.
      versions.delete(boot.version);
      versions.add(boot.version);
      for (const version of versions) if (versions.size > maxVersions) versions.delete(version);
    }
    return plugins;
  }

  /** Whether a page has shown this version in a frame. */
  wasFramed(plugin: string, version: string): boolean {
    return this.#framed.has(`${plugin}/${version}`);
  }

  find({ plugin, version }: { plugin: string; version: string }): 'version' | 'plugin' | 'neither' {
    const found = this.#plugins.get(plugin);
    if (!found) return 'neither';
    return found.versions.has(version) ? 'version' : 'plugin';
  }

  /** The specifier of a plugin in the import map; empty for an unknown name. */
  specifierOf(plugin: string): string {
    return this.#plugins.get(plugin)?.specifier ?? '';
  }
}
