import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nameOf } from '../map/parseMap.ts';
import type { PluginSource } from './PluginSource.ts';

/** Plug-ins as their builds left them, each in a folder of its own. */
export class FolderSource implements PluginSource {
  /** Folders that hold a package.json each. */
  constructor(private readonly folders: readonly string[]) {}

  async stampOf(packageName: string, version: string): Promise<string | undefined> {
    const folder = await this.#find(packageName, version);
    return folder && (await readFile(join(folder, 'lading-plugin.json'), 'utf8'));
  }

  async read(packageName: string, version: string): Promise<Map<string, Buffer> | undefined> {
    const folder = await this.#find(packageName, version);
    if (!folder) return undefined;
    const files = new Map<string, Buffer>();
    for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      files.set(path.slice(folder.length + 1), await readFile(path));
    }
    return files;
  }

  async named(name: string, version: string): Promise<string[]> {
    const described = await this.#described();
    return described
      .filter((one) => nameOf(one.name) === name && one.version === version)
      .map((one) => one.name);
  }

  async #find(packageName: string, version: string): Promise<string | undefined> {
    const described = await this.#described();
    return described.find((one) => one.name === packageName && one.version === version)?.folder;
  }

  async #described(): Promise<{ folder: string; name: string; version: string }[]> {
    const found = this.folders.map(async (folder) => {
      const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined);
      return text === undefined ? [] : [{ ...JSON.parse(text), folder }];
    });
    return (await Promise.all(found)).flat();
  }
}
