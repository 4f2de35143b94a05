import { SERVER_NAME } from '../../access/users.ts';
import { bytesOf } from '../../archives/ArchiveBytes.ts';
import { DamagedBlob } from '../../blobs/integrity/DamagedBlob.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { checkTarball } from '../../formats/npm/publish/checkTarball.ts';
import { npmPublication } from '../../formats/npm/publish/npmPublication.ts';
import { storeVersion } from '../../formats/npm/publish/storeVersion.ts';
import { tarballLimit } from '../../formats/npm/tarball.ts';
import { publishWith } from '../../pipeline/publish.ts';
import { type Received, receivedBlob } from '../../pipeline/receive.ts';
import { blobs } from '../../storage/storage.ts';
import { type Unpacked, unpack } from '../plugins/Plugin.ts';
import type { PluginSource } from '../plugins/PluginSource.ts';
import { PLUGINS_REPOSITORY } from '../plugins/RepositorySource.ts';
import { type BuiltPackage, contentHash, packed, readBuilt, withVersion } from './pack.ts';

/** Logs which directory's plugin is missing, and why. */
export type Report = (folder: string, error: unknown) => void;

/**
 * Plugins shipped with the console. They are published at startup, so that they are regular
 * packages.
 */
export class OwnPlugins {
  readonly #versions = new Map<string, string>();
  readonly #problems = new Map<string, string>();
  readonly #built = new Map<string, Unpacked>();
  #begun = false;
  #publishing: Promise<void> = Promise.resolve();

  /** `folders`: build directories, one per plugin. */
  constructor(
    private readonly folders: readonly string[],
    private readonly source: PluginSource,
    private readonly report: Report = () => undefined,
  ) {}

  /** Returns the version under which a package was published on this server. */
  versionOf(packageName: string): string | undefined {
    return this.#versions.get(packageName);
  }

  /** Returns why a package could not be published, as a clause. */
  problemOf(packageName: string): string | undefined {
    return this.#problems.get(packageName);
  }

  /**
   * Returns a package as built, under its own version, or `undefined` if no directory contains it.
   */
  async built(packageName: string): Promise<Unpacked | undefined> {
    const known = this.#built.get(packageName);
    if (known) return known;
    for (const folder of this.folders) {
      const built = await readBuilt(folder);
      if (built?.name !== packageName) continue;
      const { name, version, files } = withOwnVersion(built);
      const unpacked = unpack(name, version, files);
      this.#built.set(name, unpacked);
      return unpacked;
    }
    return undefined;
  }

  /**
   * Publishes each missing plugin to the current storage. A plugin that fails is reported and
   * skipped: the platform runs without it.
   */
  publish(): Promise<void> {
    this.#begun = true;
    this.#publishing = this.#publishAll();
    return this.#publishing;
  }

  /** Whether publishing has begun. Until then, `plugins-local` may lack shipped plugins. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Resolves when no publication is in progress. */
  get settled(): Promise<void> {
    return this.#publishing;
  }

  async #publishAll(): Promise<void> {
    for (const folder of this.folders) {
      let name: string | undefined;
      try {
        const built = await readBuilt(folder);
        if (!built) continue;
        name = built.name;
        this.#versions.set(name, await this.#publish(built));
        this.#problems.delete(name);
      } catch (error) {
        const why = `publishing failed when the server started: ${(error as Error).message}`;
        if (name !== undefined) this.#problems.set(name, why);
        this.report(folder, error);
      }
    }
  }

  async #publish(built: BuiltPackage): Promise<string> {
    if (await this.#holds(built)) return built.version;
    // Happens only during console development: a version is immutable, so changed content gets a
    // separate version.
    const other = withOwnVersion(built);
    const { version } = other;
    if (await this.#holds(other)) return version;
    throw new Error(
      `${PLUGINS_REPOSITORY} contains different content for ${built.name} ${version}, or does not contain it`,
    );
  }

  /** Whether the version exists with exactly these files, after publishing it if it was missing. */
  async #holds(built: BuiltPackage): Promise<boolean> {
    const { name, version } = built;
    if ((await this.source.stampOf(name, version)) === undefined && (await store(built))) return true;
    let published: ReadonlyMap<string, Buffer> | undefined;
    try {
      published = await this.source.read(name, version);
    } catch (error) {
      if (!(error instanceof DamagedBlob || (error instanceof HttpError && error.status === 404)))
        throw error;
      // The stored content is corrupted or missing. Storing the same content restores it.
      const { blob } = await stage(built);
      return blob.sha256 === (await this.source.stampOf(name, version));
    }
    return published !== undefined && contentHash(published) === contentHash(built.files);
  }
}

/** Returns the package under a version derived from its content. */
function withOwnVersion(built: BuiltPackage): BuiltPackage {
  const hash = contentHash(built.files).slice(0, 8);
  return withVersion(built, `${built.version}${built.version.includes('-') ? '.' : '-'}dev.h${hash}`);
}

/** Writes the tarball to the blob store. */
async function stage(built: BuiltPackage): Promise<Received> {
  const tarball = await packed(built);
  const source = (async function* () {
    yield tarball;
  })();
  const blob = await blobs().put(source, { limit: tarballLimit, sha512: true });
  return { ...receivedBlob(blob), bytes: bytesOf(tarball) };
}

/** Returns whether the version is new. */
async function store(built: BuiltPackage): Promise<boolean> {
  const tarball = await stage(built);
  const manifest = JSON.parse(built.files.get('package.json')?.toString() ?? '{}');
  const request = { name: built.name, version: built.version, manifest, tags: ['latest'], claimed: {} };
  try {
    await publishWith(storeVersion, tarball, async () => {
      const contents = await checkTarball(request, tarball);
      return npmPublication(PLUGINS_REPOSITORY, request, tarball.blob, contents, SERVER_NAME);
    });
    return true;
  } catch (error) {
    if (error instanceof HttpError && /^VERSION_(?:EXISTS|UNPUBLISHED)$/.test(error.code)) return false;
    throw error;
  }
}
