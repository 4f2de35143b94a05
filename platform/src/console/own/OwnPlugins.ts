import { DamagedBlob } from '../../blobs/integrity/DamagedBlob.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { checkTarball } from '../../formats/npm/publish/checkTarball.ts';
import { type StagedTarball, stageTarball } from '../../formats/npm/publish/stageTarball.ts';
import { storeVersion } from '../../formats/npm/publish/storeVersion.ts';
import { type Unpacked, unpack } from '../plugins/Plugin.ts';
import type { PluginSource } from '../plugins/PluginSource.ts';
import { PLUGINS_REPOSITORY } from '../plugins/RepositorySource.ts';
import { type BuiltPackage, contentHash, packed, readBuilt, withVersion } from './pack.ts';

/** Who publishes what comes with the console. */
const PUBLISHER = 'lading';

/** Tells whoever keeps the log which folder's plug-in is missing, and why. */
export type Report = (folder: string, error: unknown) => void;

/** The plug-ins that come with the console: published at start, so that they are packages like all others. */
export class OwnPlugins {
  readonly #versions = new Map<string, string>();
  readonly #problems = new Map<string, string>();
  readonly #built = new Map<string, Unpacked>();
  #begun = false;
  #publishing: Promise<void> = Promise.resolve();

  /** `folders`: where each was built. */
  constructor(
    private readonly folders: readonly string[],
    private readonly source: PluginSource,
    private readonly report: Report = () => undefined,
  ) {}

  /** The version under which a package was published here. */
  versionOf(packageName: string): string | undefined {
    return this.#versions.get(packageName);
  }

  /** Why a package could not be published, as a sentence. */
  problemOf(packageName: string): string | undefined {
    return this.#problems.get(packageName);
  }

  /** A package as it was built, under a version of its own; `undefined` when it is not among the folders. */
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
   * Publishes each that is not there yet, to the current storage. One that cannot be published is reported and left out: the
   * platform serves without it.
   */
  publish(): Promise<void> {
    this.#begun = true;
    this.#publishing = this.#publishAll();
    return this.#publishing;
  }

  /** Whether publishing has begun: until then `plugins-local` may lack what is shipped. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Resolves when nothing of it is under way. */
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
    // Only while the console is developed: a version never changes its bytes, so these become one of their own.
    const other = withOwnVersion(built);
    const { version } = other;
    if (await this.#holds(other)) return version;
    throw new Error(
      `${PLUGINS_REPOSITORY} contains different content for ${built.name} ${version}, or does not contain it`,
    );
  }

  /** Whether the version is there with just these files, once it was published where it was not. */
  async #holds(built: BuiltPackage): Promise<boolean> {
    const { name, version } = built;
    if ((await this.source.stampOf(name, version)) === undefined && (await store(built))) return true;
    let published: ReadonlyMap<string, Buffer> | undefined;
    try {
      published = await this.source.read(name, version);
    } catch (error) {
      if (!(error instanceof DamagedBlob || (error instanceof HttpError && error.status === 404)))
        throw error;
      // Its bytes are damaged or missing: putting the same ones brings them back.
      const { blob } = await stage(built);
      return blob.sha256 === (await this.source.stampOf(name, version));
    }
    return published !== undefined && contentHash(published) === contentHash(built.files);
  }
}

/** A version that no other bytes have. */
function withOwnVersion(built: BuiltPackage): BuiltPackage {
  const hash = contentHash(built.files).slice(0, 8);
  return withVersion(built, `${built.version}${built.version.includes('-') ? '.' : '-'}dev.h${hash}`);
}

function stage(built: BuiltPackage): Promise<StagedTarball> {
  return stageTarball(
    (async function* () {
      yield await packed(built);
    })(),
  );
}

/** Whether it is new there. */
async function store(built: BuiltPackage): Promise<boolean> {
  const tarball = await stage(built);
  const manifest = JSON.parse(built.files.get('package.json')?.toString() ?? '{}');
  const request = { name: built.name, version: built.version, manifest, tags: ['latest'], claimed: {} };
  const contents = await checkTarball(request, tarball);
  try {
    await storeVersion(PLUGINS_REPOSITORY, request, tarball.blob, contents, PUBLISHER);
    return true;
  } catch (error) {
    if (error instanceof HttpError && /^VERSION_(?:EXISTS|UNPUBLISHED)$/.test(error.code)) return false;
    throw error;
  }
}
