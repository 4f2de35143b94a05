import { LRUCache } from 'lru-cache';
import { type Unpacked, unpack } from './Plugin.ts';
import type { PluginSource } from './PluginSource.ts';

interface Shelved {
  stamp: string;
  unpacked: Unpacked;
}

/** Maximum size of plugins cached in memory, in bytes. Others are read again on request. */
const CAPACITY = 48 * 1024 * 1024;

/** Caches requested plugins, unpacked. */
export class PluginShelf {
  readonly #shelved = new LRUCache<string, Shelved>({ maxSize: CAPACITY, sizeCalculation: sizeOf });

  constructor(private readonly source: PluginSource) {}

  /** Returns `undefined` if the package does not exist. */
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
      // Not cached, because the failure may be temporary.
      const cause = `Failed to unpack ${packageName} ${version}: ${(error as Error).message}`;
      return { problem: { class: 'not-a-plugin', cause } };
    }
    if (!contents) return undefined;
    const unpacked = unpack(packageName, version, contents);
    this.#shelved.set(key, { stamp, unpacked });
    return unpacked;
  }

  /** Returns the hash of the package, `undefined` if it does not exist. */
  stampOf(packageName: string, version: string): Promise<string | undefined> {
    return this.source.stampOf(packageName, version);
  }

  /** Returns the package of a plugin NAME and version that the current map no longer contains. */
  async packageOf(name: string, version: string): Promise<string | undefined> {
    return (await this.source.named(name, version))[0];
  }
}

function sizeOf({ unpacked }: Shelved): number {
  if ('problem' in unpacked) return 1_000;
  let size = 1_000 + (unpacked.plugin.signature?.envelope.length ?? 0);
  for (const content of unpacked.plugin.files.values()) size += content.byteLength;
  return size;
}
