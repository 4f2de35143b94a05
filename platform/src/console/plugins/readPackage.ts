import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { SIGNATURE_FILE } from '@lading/contract/signing';
import { Parser } from 'tar';

/** Maximum unpacked size of a plugin, in bytes. Browser code is never larger. */
const LIMIT = 64 * 1024 * 1024;

/**
 * Reads the files of an npm tarball, by path below its top directory. Throws if it is corrupted or
 * too large, and if programs could read it in different ways: a signature would not say which of
 * two files it covers.
 */
export async function readPackage(tarball: Readable): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  /** The first entry that is left out. */
  let unsupportedEntry: string | undefined;
  let duplicatePath: string | undefined;
  let size = 0;
  const parser = new Parser({
    strict: true,
    onReadEntry: (entry) => {
      const path = entry.path.split('/').slice(1).join('/');
      const parts: Buffer[] = [];
      if (entry.type !== 'File' || path === '') {
        if (entry.type !== 'Directory') unsupportedEntry ??= entry.path;
        return entry.resume();
      }
      entry.on('data', (part) => parts.push(part));
      entry.on('end', () => {
        if (files.has(path)) duplicatePath ??= path;
        files.set(path, Buffer.concat(parts));
      });
    },
  });
  // Of a type that this parser does not know. Others treat it as a file.
  parser.on('ignoredEntry', ({ path }) => {
    unsupportedEntry ??= path;
  });
  // Data after the end of the archive is not part of it, and the parser would copy it repeatedly.
  let over = false;
  parser.on('eof', () => {
    over = true;
  });
  await pipeline(tarball, createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      size += chunk.byteLength;
      if (size > LIMIT) throw new Error(`the unpacked size exceeds ${LIMIT} bytes`);
      if (!over) parser.write(chunk);
    }
    parser.end();
  });
  if (duplicatePath !== undefined) throw new Error(`it contains ${duplicatePath} twice`);
  if (unsupportedEntry !== undefined && files.has(SIGNATURE_FILE))
    throw new Error(
      `it is signed, but contains ${unsupportedEntry}, which is not a file below its top directory`,
    );
  return files;
}
