import { LRUCache } from 'lru-cache';
import { type Unpacked, unpack } from './Plugin.ts';
import type { PluginSource } from './PluginSource.ts';

interface Shelved {
  stamp: string;
  unpacked: Unpacked;
}

/** At most this many bytes of plug-ins are kept in memory; the rest is read again when it is asked for. */
const CAPACITY = 48 * 1024 * 1024;

/** Plug-ins that were asked for, unpacked. */
export class PluginShelf {
  readonly #shelved = new LRUCache<string, Shelved>({ maxSize: CAPACITY, sizeCalculation: sizeOf });

  constructor(private readonly source: PluginSource) {}

  /** `undefined` when there is no such package. */
  async find(packageName: string, version: string): Promise<Unpacked | undefined> {
    const stamp = await this.source.stampOf(packageName, version);
    if (stamp === undefined) return undefined;
    const key = `${packageName}@${version}`;
    const kept = this.#shelved.get(key);
    if (kept?.stamp === stamp) return kept.unpacked;
    let contents: Map<string, Buffer> | undefined;
    try {
      contents = await this.source.read(packageName, version);
    } catch (error) {
      // Not kept: what cannot be read now may be readable in a moment.
      const cause = `Failed to unpack ${packageName} ${version}: ${(error as Error).message}`;
      return { problem: { class: 'not-a-plugin', cause } };
    }
    if (!contents) return undefined;
    const unpacked = unpack(packageName, version, contents);
    this.#shelved.set(key, { stamp, unpacked });
    return unpacked;
  }

  /** The package that a page asks for by NAME and version, when the map no longer says which it is. */
  async named(name: string, version: string): Promise<Unpacked | undefined> {
    const [packageName] = await this.source.named(name, version);
    return packageName === undefined ? undefined : this.find(packageName, version);
  }
}

function sizeOf({ unpacked }: Shelved): number {
  if ('problem' in unpacked) return 1_000;
  let size = 1_000;
  for (const content of unpacked.plugin.files.values()) size += content.byteLength;
  return size;
}
