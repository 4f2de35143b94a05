import { createHash } from 'node:crypto';
import type { BootDocument, BootPlugin, ImportMapDocument } from '@lading/contract/rest';
import { CONTRACT_VERSION } from '@lading/contract/validation';
import type { ConsoleBuild } from './consoleBuild.ts';
import type { Plugin } from './plugins/Plugin.ts';

/** The module of the shell that shows untrusted plugins. Pages without one don't list it. */
const FRAMES = '@lading/shell/frames';

/** A plugin of the active map. */
export interface MappedPlugin {
  boot: BootPlugin;
  /** Absent if `boot.problem` is set. */
  plugin?: Plugin;
  /** Served by the development server, so its files have no known hash. */
  foreign?: boolean;
}

/** All data that a page is rendered from, at one point in time. */
export interface ConsoleState {
  revision: string;
  build: ConsoleBuild;
  plugins: readonly MappedPlugin[];
  boot: BootDocument;
  map: ImportMapDocument;
}

/** Settings that are copied into the page unchanged. */
export interface BootExtras {
  test?: BootDocument['test'];
  dev?: BootDocument['dev'];
  /** Only shipped versions are used. */
  safeMode?: true;
  /** Number of the release set. */
  release?: number;
}

export function consoleState(
  built: ConsoleBuild,
  plugins: readonly MappedPlugin[],
  extras: BootExtras,
): ConsoleState {
  const developing = plugins.some(({ foreign }) => foreign);
  const build = developing ? withDevelopment(built) : built;
  const map = mapOf(build, plugins);
  const entries = plugins.map(({ boot }) => boot);
  const revision = createHash('sha256')
    .update(JSON.stringify([build, entries, extras]))
    .digest('hex')
    .slice(0, 16);
  const boot: BootDocument = { base: '/ui/', revision, plugins: entries };
  // Manifests of a development server were not validated by this server.
  if (!developing) boot.validated = CONTRACT_VERSION;
  if (extras.test) boot.test = extras.test;
  if (extras.safeMode) boot.safeMode = true;
  if (extras.release !== undefined) boot.release = extras.release;
  if (extras.dev && developing) boot.dev = extras.dev;
  return { revision, build, plugins, boot, map };
}

export function withDevelopment(build: ConsoleBuild): ConsoleBuild {
  return { ...build, imports: { ...build.imports, ...build.development } };
}

export function mapOf(build: ConsoleBuild, plugins: readonly MappedPlugin[]): ImportMapDocument {
  const imports = { ...build.imports };
  const integrity = integrityOf(build);
  const { frames } = build;
  if (frames && plugins.some(({ boot }) => boot.frame)) {
    imports[FRAMES] = frames.host;
    integrity[frames.host] = frames.integrity[frames.host] ?? '';
  }
  for (const { boot, plugin } of plugins) {
    // No module of the page can import the code of an untrusted plugin.
    if (boot.problem || boot.frame) continue;
    imports[boot.specifier] = boot.address;
    const entry = plugin?.manifest.files.find((file) => file.path === plugin.manifest.entry);
    if (entry && boot.address.startsWith('/')) integrity[boot.address] = entry.integrity;
  }
  return { imports, integrity };
}

/** The hashes of all files but those that only a plugin in development needs. */
function integrityOf({ imports, integrity, development = {}, develop = '' }: ConsoleBuild) {
  const fileOf = (address: string) => address.replace(/#.*/, '');
  const used = new Set(Object.values(imports).map(fileOf));
  const unused = [develop, ...Object.values(development).map(fileOf)].filter((file) => !used.has(file));
  return Object.fromEntries(Object.entries(integrity).filter(([file]) => !unused.includes(file)));
}
