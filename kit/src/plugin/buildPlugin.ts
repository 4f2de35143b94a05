import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { PluginFile, PluginManifest } from '@lading/contract';
import react from '@vitejs/plugin-react';
import type { Rollup } from 'vite';
import { KitError } from '../KitError.ts';
import { checkDefinition, checkManifest } from './checkDefinition.ts';
import { checkNamedImports } from './checkNamedImports.ts';
import { ENTRY, entryModule } from './entry.ts';
import { integrityOf } from './integrity.ts';
import { referenced } from './manifest.ts';
import { preloadByRoute } from './preload.ts';
import { readDefinition } from './readDefinition.ts';
import { type PluginPackage, readPackage } from './readPackage.ts';
import { sharedByScreens } from './sharedByScreens.ts';
import { sharedImports } from './sharedImports.ts';
import { stylesheetsOf, withStyles } from './styles.ts';
import { systemBuild } from './systemBuild.ts';

const MANIFEST_FILE = 'lading-plugin.json';
const ENTRY_FILE = 'plugin.js';

export interface BuiltPlugin {
  readonly described: PluginPackage;
  readonly manifest: PluginManifest;
  /** Absolute path of the directory to pack and publish. */
  readonly folder: string;
}

/** Builds the plugin in `folder` to its `build/package`. */
export async function buildPlugin(folder: string): Promise<BuiltPlugin> {
  const root = resolve(folder);
  const described = await readPackage(root);
  const read = await readDefinition(root);
  const definition = checkDefinition(read.definition, described);
  const output = await bundle(root, read.file, definition.lifecycles !== undefined);
  await checkNamedImports(root, output);
  const contents = new Map(output.map((file) => [file.fileName, contentOf(file, stylesheetsOf(output))]));
  const manifest: PluginManifest = {
    name: described.name,
    version: described.version,
    contract: definition.contract,
    entry: ENTRY_FILE,
    files: [...contents].map(([path, content]) => describeFile(path, content)),
    preload: preloadByRoute(definition, read.screenFiles(definition), output),
    ...(definition.backends ? { backends: definition.backends } : {}),
    ...(definition.calls ? { calls: definition.calls } : {}),
    ...(definition.settings ? { settings: definition.settings } : {}),
    contributions: referenced(definition),
  };
  checkManifest(manifest);
  const target = join(root, 'build/package');
  await rm(target, { recursive: true, force: true });
  contents.set(MANIFEST_FILE, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  contents.set('package.json', Buffer.from(`${JSON.stringify(packageJson(described), null, 2)}\n`));
  contents.set('README.md', await readme(root, described));
  for (const [path, content] of contents) await write(join(target, path), content);
  return { described, manifest, folder: target };
}

async function bundle(root: string, definitionFile: string, ownLifecycles: boolean) {
  try {
    return await systemBuild({
      root,
      input: { plugin: ENTRY },
      names: { entry: ENTRY_FILE, chunk: 'chunks/[name]-[hash].js', asset: 'chunks/[name]-[hash][extname]' },
      workers: 'workers',
      manualChunks: sharedByScreens(),
      plugins: [entryModule(definitionFile, ownLifecycles), sharedImports(), react()],
    });
  } catch (error) {
    throw new KitError(`Failed to build the plugin: ${plainMessage(error)}`, { cause: error });
  }
}

function plainMessage(error: unknown): string {
  const { message, loc, frame } = error as Rollup.RollupError;
  const place = loc ? `\n  ${loc.file}:${loc.line}` : '';
  return `${message.replace(/^\[[^\]]*\]\s*/, '')}${place}${frame ? `\n${frame}` : ''}`;
}

function contentOf(file: Rollup.OutputChunk | Rollup.OutputAsset, stylesheets: readonly string[]): Buffer {
  if (file.type === 'asset') return Buffer.from(file.source);
  return Buffer.from(file.isEntry ? withStyles(file.code, stylesheets) : file.code);
}

function describeFile(path: string, content: Buffer): PluginFile {
  return { path, integrity: integrityOf(content), size: content.byteLength };
}

function packageJson({ packageName, version, description, license, keywords }: PluginPackage) {
  return {
    name: packageName,
    version,
    description,
    keywords: [...new Set(['lading-plugin', ...(keywords ?? [])])],
    ...(license ? { license } : {}),
    main: ENTRY_FILE,
  };
}

async function readme(root: string, described: PluginPackage): Promise<Buffer> {
  return readFile(join(root, 'README.md')).catch(() =>
    Buffer.from(`# ${described.packageName}\n\n${described.description}\n`),
  );
}

async function write(path: string, content: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
