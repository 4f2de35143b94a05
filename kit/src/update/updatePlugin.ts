import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createPlugin, ownVersion } from '../create/createPlugin.ts';
import { hashOf, MERGED, readRecord, scaffoldFiles, writeRecord } from '../create/scaffoldRecord.ts';
import { readPackage } from '../plugin/readPackage.ts';
import { differences } from './differences.ts';
import { mergePackage } from './mergePackage.ts';

/** `replaced`, `added`, and `deleted` files were not changed by the author; `kept` ones were. */
export type FileUpdate =
  | { readonly kind: 'replaced' | 'added' | 'deleted' | 'kept'; readonly path: string }
  | { readonly kind: 'merged'; readonly path: string; readonly changes: readonly string[] }
  | { readonly kind: 'conflict'; readonly path: string; readonly diff: string };

export interface PluginUpdate {
  /** The kit that created or last updated the plugin, if known. */
  readonly from: string | undefined;
  readonly to: string;
  readonly files: readonly FileUpdate[];
}

/**
 * Brings the files of the scaffold to the version of this kit. Files that the author changed stay;
 * if the scaffold changed as well, the result contains the difference.
 */
export async function updatePlugin(
  directory: string,
  options: { readonly dryRun?: boolean } = {},
): Promise<PluginUpdate> {
  const folder = resolve(directory);
  const { packageName } = await readPackage(folder);
  const parent = await mkdtemp(join(tmpdir(), 'lading-update-'));
  try {
    const wanted = join(parent, 'plugin');
    await createPlugin({ name: packageName, folder: wanted });
    const [record, files, to] = [await readRecord(folder), await scaffoldFiles(wanted), await ownVersion()];
    const known = record?.files ?? {};
    const updates: FileUpdate[] = [];
    for (const [path, text] of files) {
      const own = await textOf(join(folder, path));
      if (MERGED.includes(path)) updates.push(...merged(path, own, text));
      else updates.push(...(await compared(join(folder, path), { path, own, text, hash: known[path] })));
    }
    for (const path of Object.keys(known).filter((each) => !files.has(each))) {
      const own = await textOf(join(folder, path));
      if (own !== undefined) updates.push({ kind: hashOf(own) === known[path] ? 'deleted' : 'kept', path });
    }
    if (!options.dryRun) {
      await apply(folder, files, updates);
      await writeRecord(folder, to, files);
    }
    return { from: record?.version, to, files: updates };
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

interface Compared {
  readonly path: string;
  /** The author's file; `undefined` if it does not exist. */
  readonly own: string | undefined;
  /** The file of the new scaffold. */
  readonly text: string;
  /** Hash of the file of the earlier scaffold; `undefined` if unknown. */
  readonly hash: string | undefined;
}

async function compared(place: string, { path, own, text, hash }: Compared): Promise<FileUpdate[]> {
  if (own === undefined) return [{ kind: hash === undefined ? 'added' : 'kept', path }];
  const now = hashOf(own);
  if (now === hashOf(text)) return [];
  if (now === hash) return [{ kind: 'replaced', path }];
  if (hash === hashOf(text)) return [{ kind: 'kept', path }];
  return [{ kind: 'conflict', path, diff: await differences(place, text) }];
}

function merged(path: string, own: string | undefined, text: string): FileUpdate[] {
  // The author does without it, such as without the test in a browser.
  if (own === undefined) return [];
  const { changes } = mergePackage(own, text, path);
  return changes.length > 0 ? [{ kind: 'merged', path, changes }] : [];
}

async function apply(
  folder: string,
  files: ReadonlyMap<string, string>,
  updates: readonly FileUpdate[],
): Promise<void> {
  for (const { kind, path } of updates) {
    const place = join(folder, path);
    const text = files.get(path) ?? '';
    if (kind === 'deleted') await rm(place);
    if (kind === 'merged') {
      const own = await readFile(place, 'utf8');
      await writeFile(place, mergePackage(own, text, path).text);
    }
    if (kind !== 'replaced' && kind !== 'added') continue;
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, text);
  }
}

function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
