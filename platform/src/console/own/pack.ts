import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { pack } from 'tar-stream';

/** A package as built. */
export interface BuiltPackage {
  name: string;
  version: string;
  /** Content by path. */
  files: Map<string, Buffer>;
}

/** Reads a built package. Returns `undefined` if the directory contains no package. */
export async function readBuilt(folder: string): Promise<BuiltPackage | undefined> {
  const described = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined);
  if (described === undefined) return undefined;
  const { name, version } = JSON.parse(described) as { name: string; version: string };
  const files = new Map<string, Buffer>();
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(folder.length + 1), await readFile(path));
  }
  return { name, version, files };
}

/** Returns a hash of the files that does not depend on the archive format. */
export function contentHash(files: ReadonlyMap<string, Buffer>): string {
  const hash = createHash('sha256');
  for (const [path, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${path} ${content.byteLength}\n`).update(content);
  }
  return hash.digest('hex');
}

/**
 * Returns the package under another version: replaces the version in its metadata, but not in code.
 */
export function withVersion(built: BuiltPackage, version: string): BuiltPackage {
  const files = new Map(built.files);
  for (const path of ['package.json', 'lading-plugin.json']) {
    const content = files.get(path);
    if (content) files.set(path, Buffer.from(JSON.stringify({ ...JSON.parse(content.toString()), version })));
  }
  return { ...built, version, files };
}

/** Creates an npm tarball. */
export async function packed({ files }: BuiltPackage): Promise<Buffer> {
  const archive = pack();
  for (const [path, content] of files)
    archive.entry({ name: `package/${path}`, mtime: new Date(0) }, content);
  archive.finalize();
  const parts: Buffer[] = [];
  for await (const part of archive) parts.push(part as Buffer);
  return promisify(gzip)(Buffer.concat(parts), { level: 9 });
}
