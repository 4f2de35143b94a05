import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KitError } from '../KitError.ts';
import { scaffoldFiles, writeRecord } from './scaffoldRecord.ts';

const TEMPLATE = fileURLToPath(new URL('../../templates/plugin', import.meta.url));
/** The Lading packages of a plugin, with their placeholders in the template. */
const PACKAGES = { contract: '__LADING_CONTRACT__', kit: '__LADING_KIT__', ui: '__LADING_UI__' } as const;

export interface CreateOptions {
  /** `tide`, or a package name: `lading-plugin-tide`, `@scope/lading-plugin-tide`. */
  readonly name: string;
  /** Created; must be empty or missing. Default: NAME in the current directory. */
  readonly folder?: string;
  /** Directory with the tarballs of contract, kit, and ui. Default: the registry. */
  readonly packages?: string;
  /** The origin of a console. Its SDK registry becomes the registry of `@lading` in `.npmrc`. */
  readonly console?: string;
}

/** Path of the registry that a console serves with contract, kit, ui, and create-lading-plugin. */
export const SDK_PATH = '/ui/sdk/';

export interface CreatedPlugin {
  readonly folder: string;
  readonly name: string;
  readonly packageName: string;
}

/** Creates a plugin with a list screen, its store, and its test. */
export async function createPlugin(options: CreateOptions): Promise<CreatedPlugin> {
  const { name, packageName } = namesOf(options.name);
  const folder = resolve(options.folder ?? name);
  const there = await readdir(folder).catch(() => []);
  if (there.length > 0) throw new KitError(`${folder} is not empty: choose another folder.`);
  await mkdir(folder, { recursive: true });
  await cp(TEMPLATE, folder, { recursive: true });
  // npm excludes files with this name from packages.
  await rename(join(folder, 'gitignore'), join(folder, '.gitignore'));
  const words = {
    __NAME__: name,
    __PACKAGE__: packageName,
    __TITLE__: name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' '),
    ...(await ladingPackages(folder, options.packages)),
  };
  await fillIn(folder, words);
  await writeRecord(folder, await ownVersion(), await scaffoldFiles(folder));
  // npm omits a file of this name from packages, so the template cannot contain it.
  if (options.console !== undefined)
    await writeFile(join(folder, '.npmrc'), `@lading:registry=${options.console}${SDK_PATH}\n`);
  return { folder, name, packageName };
}

function namesOf(given: string): { name: string; packageName: string } {
  const [, before = '', name] =
    /^((?:@[a-z0-9~][a-z0-9._~-]*\/)?lading-plugin-)?([a-z0-9][a-z0-9-]*)$/.exec(given) ?? [];
  if (name) return { name, packageName: `${before || 'lading-plugin-'}${name}` };
  throw new KitError(
    `'${given}' is not a valid plugin name. Expected lowercase letters, digits, and hyphens, such as 'tide', or the name of ` +
      "its package, such as '@scope/lading-plugin-tide'.",
  );
}

async function ladingPackages(folder: string, from: string | undefined): Promise<Record<string, string>> {
  const version = await ownVersion();
  const found = from === undefined ? [] : await tarballsIn(resolve(from));
  const entries = Object.entries(PACKAGES).map(([room, word]) => {
    if (from === undefined) return [word, `^${version}`];
    const tarball = found.find((path) => basename(path).startsWith(`lading-${room}-`));
    if (!tarball) throw new KitError(`${resolve(from)} has no lading-${room}-${version}.tgz.`);
    return [word, `file:${relative(folder, tarball)}`];
  });
  return Object.fromEntries(entries);
}

async function tarballsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: Error) => {
    throw new KitError(`${folder} could not be read: ${error.message}`);
  });
  return names.filter((name) => name.endsWith('.tgz')).map((name) => join(folder, name));
}

export async function ownVersion(): Promise<string> {
  const described = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(described) as { version: string }).version;
}

async function fillIn(folder: string, words: Readonly<Record<string, string>>): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const text = await readFile(path, 'utf8');
    await writeFile(
      path,
      text.replace(/__[A-Z_]+?__/g, (word) => words[word] ?? word),
    );
  }
}
