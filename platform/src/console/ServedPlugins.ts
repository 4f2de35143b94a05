import { LRUCache } from 'lru-cache';
import type { MappedPlugin } from './ConsoleState.ts';

/** Versions per plugin. A plugin in development has a new one with each change. */
const maxVersions = 100;
const maxFramed = 1_000;

/** The versions of plugins that pages have had since the start of this node. */
export class ServedPlugins {
  /** `name/version` of those that ran in frames. Others are decided by the rules again. */
  readonly #framed = new LRUCache<string, true>({ max: maxFramed });
  readonly #plugins = new Map<string, { specifier: string; versions: Set<string> }>();

  /** Returns the plugins as they are. */
  add(plugins: MappedPlugin[]): MappedPlugin[] {
    for (const { boot } of plugins) {
      const versions = this.#plugins.get(boot.name)?.versions ?? new Set<string>();
      if (boot.frame) this.addFramed(boot.name, boot.version);
      this.#plugins.set(boot.name, { specifier: boot.specifier, versions });
      // The latest ones stay.
      versions.delete(boot.version);
      versions.add(boot.version);
      for (const version of versions) if (versions.size > maxVersions) versions.delete(version);
    }
    return plugins;
  }

  addFramed(plugin: string, version: string): void {
    this.#framed.set(`${plugin}/${version}`, true);
  }

  /** Whether a page has shown this version in a frame. */
  wasFramed(plugin: string, version: string): boolean {
    return this.#framed.get(`${plugin}/${version}`) ?? false;
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
