import { checkTarball } from '../../artifactory/npm/publish/checkTarball.ts';
import { stageTarball } from '../../artifactory/npm/publish/stageTarball.ts';
import { storeVersion } from '../../artifactory/npm/publish/storeVersion.ts';
import { HttpError } from '../../http/errors.ts';
import type { PluginSource } from '../plugins/PluginSource.ts';
import { PLUGINS_REPOSITORY } from '../plugins/RepositorySource.ts';
import { type BuiltPackage, contentHash, packed, readBuilt, withVersion } from './pack.ts';

/** Who publishes what comes with the console. */
const PUBLISHER = 'lading';

/** The plug-ins that come with the console: published at start, so that they are packages like all others. */
export class OwnPlugins {
  readonly #versions = new Map<string, string>();

  /** `folders`: where each was built. */
  constructor(
    private readonly folders: readonly string[],
    private readonly source: PluginSource,
  ) {}

  /** The version under which a package was published here. */
  versionOf(packageName: string): string | undefined {
    return this.#versions.get(packageName);
  }

  /** Publishes each that is not there yet, to the current storage. */
  async publish(): Promise<void> {
    for (const folder of this.folders) {
      const built = await readBuilt(folder);
      if (built) this.#versions.set(built.name, await this.#publish(built));
    }
  }

  async #publish(built: BuiltPackage): Promise<string> {
    const hash = contentHash(built.files);
    const read = () => this.source.read(built.name, built.version);
    let published = await read();
    if (!published) {
      if (await store(built)) return built.version;
      // Another node was quicker.
      published = await read();
    }
    if (published && contentHash(published) === hash) return built.version;
    // Only while the console is developed: a version never changes its bytes, so these become one of their own.
    const version = `${built.version}${built.version.includes('-') ? '.' : '-'}dev.h${hash.slice(0, 8)}`;
    if (!(await this.source.stampOf(built.name, version))) await store(withVersion(built, version));
    return version;
  }
}

/** Whether it is new there. */
async function store(built: BuiltPackage): Promise<boolean> {
  const tarball = await stageTarball(
    (async function* () {
      yield await packed(built);
    })(),
  );
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
