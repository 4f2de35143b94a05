// Builds shared libraries, Fluent UI, ui, shell, and root config to build/console, with their
// import map.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { CORE_NAMES, CORE_TABLE, integrityOf, SHARED_NAMES, UI_NAMES } from '@lading/kit';
import { compress } from './compress.mjs';
import { buildCore, DEVELOPMENT_NAMES } from './core.mjs';
import { buildFluent } from './fluent.mjs';
import {
  buildBoot,
  buildDevelop,
  buildFrameBoot,
  buildFrames,
  buildShell,
  buildUi,
  uiEntry,
} from './modules.mjs';

/** Path at which the server serves these files. */
const ASSETS = '/ui/assets/';

/**
 * `root` ends with a slash; `plugins` are the directories of the built plugins whose pages users
 * see first.
 */
export async function buildConsole(root, plugins) {
  const [core, development, ui, shell, boot, develop] = [
    await buildCore(root),
    await buildCore(root, { development: true }),
    await buildUi(root),
    await buildShell(root),
    await buildBoot(root),
    await buildDevelop(root),
  ];
  const [ofFrames, frameBoot] = [await buildFrames(root), await buildFrameBoot(root)];
  const { output: fluent, homes } = await buildFluent(root, await fluentUses(root, { ui, shell, plugins }));
  const files = [core, development, ui, shell, boot, develop, ofFrames, frameBoot, fluent].flat();
  const address = (output, name) =>
    ASSETS + output.find((file) => file.isEntry && file.name === name).fileName;
  const imports = {
    ...coreImports(address(core, 'core'), CORE_NAMES),
    ...Object.fromEntries(UI_NAMES.map((name) => [name, address(ui, uiEntry(name))])),
    '@lading/shell': address(shell, 'shell'),
    '@lading/shell/frame': address(shell, 'frame'),
    ...Object.fromEntries(Object.entries(homes).map(([name, group]) => [name, address(fluent, group)])),
  };
  const missing = SHARED_NAMES.filter((name) => imports[name] === undefined);
  if (missing.length > 0) throw new Error(`Nothing was built for ${missing.join(', ')}`);
  const assets = `${root}build/console/assets/`;
  await rm(`${root}build/console`, { recursive: true, force: true });
  await mkdir(assets, { recursive: true });
  const integrity = {};
  for (const file of files) {
    const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
    integrity[ASSETS + file.fileName] = integrityOf(content);
    const { br, gz } = await compress(root, content);
    await writeFile(assets + file.fileName, content);
    await writeFile(`${assets}${file.fileName}.br`, br);
    await writeFile(`${assets}${file.fileName}.gz`, gz);
  }
  const frames = {
    host: address(ofFrames, 'frames'),
    boot: address(frameBoot, 'frame-boot'),
    runtime: address(ofFrames, 'framed'),
  };
  const hashes = Object.values(frames).map((file) => [file, integrity[file]]);
  for (const [file] of hashes) delete integrity[file];
  const shared = {
    imports,
    /** Replaces the same names while a plugin is developed in the page. */
    development: coreImports(address(development, 'core-development'), DEVELOPMENT_NAMES),
    integrity,
    graph: graphOf(files),
    boot: address(boot, 'boot'),
    /** Starts pages with a development override instead. */
    develop: address(develop, 'develop'),
    /** Only pages with untrusted plugins list these files. */
    frames: { ...frames, integrity: Object.fromEntries(hashes) },
  };
  await writeFile(`${root}build/console/shared.json`, `${JSON.stringify(shared, null, 2)}\n`);
}

/**
 * Maps the core's file and each module in it; a module's URL is that of the file followed by its
 * name.
 */
function coreImports(file, names) {
  return { [CORE_TABLE]: file, ...Object.fromEntries(names.map((name) => [name, `${file}#${name}`])) };
}

/**
 * Returns the static imports of each file: URLs for files of this build, names of the import map
 * for others.
 */
function graphOf(files) {
  const own = new Set(files.map((file) => file.fileName));
  return Object.fromEntries(
    files
      .filter((file) => file.type === 'chunk')
      .map((file) => [
        ASSETS + file.fileName,
        file.imports.map((name) => (own.has(name) ? ASSETS + name : name)),
      ]),
  );
}

/** Returns the static imports of a SystemJS module. */
function importsOf(code) {
  const [, list = ''] = /^\s*System\.register\(\[([^\]]*)\]/.exec(code) ?? [];
  return [...list.matchAll(/["']([^"']+)["']/g)].map(([, name]) => name);
}

/**
 * Returns Fluent modules in the order in which users need them: for sign-in, for the frame and the
 * first lists, and for lazily loaded parts of the displayed plugins. Groups without a module are
 * omitted.
 */
async function fluentUses(root, { ui, shell, plugins }) {
  const needs = new Map([...ui, ...shell].map((file) => [file.fileName, file.imports ?? []]));
  const entryOf = (output, name) => output.find((file) => file.isEntry && file.name === name).fileName;
  const homes = { '@lading/shell': entryOf(shell, 'shell'), '@lading/shell/frame': entryOf(shell, 'frame') };
  for (const name of UI_NAMES) homes[name] = entryOf(ui, uiEntry(name));
  const signIn = ['@lading/shell'];
  const list = ['@lading/shell/frame'];
  const opened = [...needs.keys()];
  for (const folder of plugins) {
    const manifest = JSON.parse(await readFile(`${root}${folder}/build/package/lading-plugin.json`, 'utf8'));
    for (const { name, frameless } of manifest.contributions.routes ?? []) {
      (frameless ? signIn : list).push(...manifest.preload[name]);
    }
    for (const { path } of manifest.files) {
      const code = await readFile(`${root}${folder}/build/package/${path}`, 'utf8');
      opened.push(...importsOf(code));
    }
  }
  const seen = new Set();
  const reached = (names) => {
    const found = [];
    const waiting = [...names];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      if (name.startsWith('@fluentui/react/lib/')) found.push(name);
      waiting.push(...(needs.get(homes[name] ?? name) ?? []));
    }
    return found.sort();
  };
  const groups = {
    'fluent-first': reached(signIn),
    'fluent-list': reached(list),
    'fluent-opened': reached(opened),
  };
  return Object.fromEntries(Object.entries(groups).filter(([, names]) => names.length > 0));
}
