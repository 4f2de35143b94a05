import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { readPackage } from '../plugins/readPackage.ts';

/** A package for plugin authors. */
interface SdkPackage {
  readonly file: string;
  readonly content: Buffer;
  /** The package.json in the tarball. */
  readonly manifest: Readonly<Record<string, unknown>>;
}

/**
 * The packages for plugin authors, which the build packed: contract, kit, ui, and
 * create-lading-plugin, in one version each.
 */
export class Sdk {
  #packages: Promise<ReadonlyMap<string, SdkPackage>> | undefined;

  /** `directory` contains the tarballs and ends with a slash. */
  constructor(private readonly directory: URL) {}

  /** The names of the packages; empty while they are not built. */
  async names(): Promise<string[]> {
    return [...(await this.#all()).keys()].sort();
  }

  /**
   * Returns the packument that npm reads to install a package. `base` is the URL of this registry,
   * with a slash at its end.
   */
  async packument(name: string, base: string): Promise<object | undefined> {
    const found = (await this.#all()).get(name);
    if (!found) return undefined;
    const { manifest, file, content } = found;
    const version = String(manifest.version);
    const dist = {
      tarball: `${base}-/${file}`,
      shasum: createHash('sha1').update(content).digest('hex'),
      integrity: `sha512-${createHash('sha512').update(content).digest('base64')}`,
    };
    return {
      _id: name,
      name,
      description: manifest.description,
      'dist-tags': { latest: version },
      versions: { [version]: { ...manifest, _id: `${name}@${version}`, dist } },
    };
  }

  /** A tarball by its file name. */
  async tarball(file: string): Promise<Buffer | undefined> {
    return [...(await this.#all()).values()].find((each) => each.file === file)?.content;
  }

  /** Read once: a new build comes with a restart. An empty directory is looked at again. */
  async #all(): Promise<ReadonlyMap<string, SdkPackage>> {
    this.#packages ??= this.#read();
    const found = await this.#packages.catch((error: unknown) => {
      this.#packages = undefined;
      throw error;
    });
    if (found.size === 0) this.#packages = undefined;
    return found;
  }

  async #read(): Promise<Map<string, SdkPackage>> {
    const files = await readdir(this.directory).catch(() => []);
    const packages = new Map<string, SdkPackage>();
    for (const file of files.filter((name) => name.endsWith('.tgz'))) {
      const content = await readFile(new URL(file, this.directory));
      const described = (await readPackage(Readable.from([content]))).get('package.json');
      if (!described) throw new Error(`${file} contains no package.json`);
      const manifest = JSON.parse(described.toString('utf8')) as Record<string, unknown>;
      packages.set(String(manifest.name), { file, content, manifest });
    }
    return packages;
  }
}
