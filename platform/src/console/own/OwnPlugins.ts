import { checkTarball } from '../../artifactory/npm/publish/checkTarball.ts';
import { type StagedTarball, stageTarball } from '../../artifactory/npm/publish/stageTarball.ts';
import { storeVersion } from '../../artifactory/npm/publish/storeVersion.ts';
import { HttpError } from '../../http/errors.ts';
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

  /**
   * Publishes each that is not there yet, to the current storage. One that cannot be published is reported and left out: the
   * platform serves without it.
   */
  publish(): Promise<void> {
    this.#publishing = this.#publishAll();
    return this.#publishing;
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
        const why = `could not be published when the platform started: ${(error as Error).message}`;
        if (name !== undefined) this.#problems.set(name, why);
        this.report(folder, error);
      }
    }
  }

  async #publish(built: BuiltPackage): Promise<string> {
    if (await this.#holds(built)) return built.version;
    // Only while the console is developed: a version never changes its bytes, so these become one of their own.
    const hash = contentHash(built.files).slice(0, 8);
    const version = `${built.version}${built.version.includes('-') ? '.' : '-'}dev.h${hash}`;
    if (await this.#holds(withVersion(built, version))) return version;
    throw new Error(`${PLUGINS_REPOSITORY} has other content under ${built.name} ${version}, or has lost it`);
  }

  /** Whether the version is there with just these files, once it was published where it was not. */
  async #holds(built: BuiltPackage): Promise<boolean> {
    const { name, version } = built;
    if ((await this.source.stampOf(name, version)) === undefined && (await store(built))) return true;
    let published: ReadonlyMap<string, Buffer> | undefined;
    try {
      published = await this.source.read(name, version);
    } catch (error) {
      if (!(error instanceof HttpError && error.status === 404)) throw error;
      // Its bytes are gone: putting the same ones brings them back.
      const { blob } = await stage(built);
      return blob.sha256 === (await this.source.stampOf(name, version));
    }
    return published !== undefined && contentHash(published) === contentHash(built.files);
  }
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
    if (error instanceof HttpError && error.code === 'VERSION_EXISTS') return false;
    throw error;
  }
}
