import { HttpError } from '../../../http/errors.ts';
import type { ArchiveBytes } from '../../archives/ArchiveBytes.ts';
import { type ArchiveEntry, badArchive, type ReadOptions } from '../../archives/ArchiveReading.ts';
import { readTar } from '../../archives/readTar.ts';
import { readZip } from '../../archives/readZip.ts';
import { fileNameOf } from '../../files/paths.ts';

/** What is unpacked at once, in bytes: so much is held in memory, or one file that is larger. */
const batchSize = 32 * 1024 ** 2;
const limits = { entries: 20_000, unpackedSize: 4 * 1024 ** 3 };
/** In bytes: while it is put together it is held twice. */
const largestFile = 100 * 1024 ** 2;

export interface PackedFile {
  path: string;
  content: Buffer;
}

/** An archive whose files are read some at a time, by the ending of its name. Throws `HttpError` 400 for one that does not hold. */
export async function openArchive(name: string, bytes: ArchiveBytes) {
  const read = readerOf(name);
  const what = fileNameOf(name);
  const files: ArchiveEntry[] = [];
  await read(bytes, {
    what,
    limits,
    see: (entry) => {
      if (entry.kind === 'folder') return;
      if (entry.kind !== 'file')
        throw badArchive(what, `its entry ${JSON.stringify(entry.path.slice(0, 100))} is a link, or no file`);
      if (entry.size > largestFile)
        throw badArchive(what, `its ${entry.path.slice(0, 100)} is larger than ${largestFile} bytes`);
      files.push(entry);
    },
  });
  if (new Set(files.map(({ path }) => path)).size < files.length)
    throw badArchive(what, 'it holds a file more than once');

  return {
    paths: files.map(({ path }) => path),
    /** In the archive's order. Those that nobody wants are not unpacked. */
    async *contents(wanted: (path: string) => boolean): AsyncGenerator<PackedFile> {
      for (const batch of batches(files.filter(({ path }) => wanted(path)))) {
        const sizes = new Map(batch.map(({ path, size }) => [path, size]));
        const take = ({ path }: ArchiveEntry) => {
          const size = sizes.get(path);
          return size === undefined ? undefined : { atMost: size };
        };
        const { taken } = await read(bytes, { what, limits, take });
        for (const { path } of batch) yield { path, content: taken.get(path) ?? Buffer.alloc(0) };
      }
    },
  };
}

type Read = (bytes: ArchiveBytes, options: ReadOptions) => ReturnType<typeof readZip>;

function readerOf(name: string): Read {
  if (/\.(?:zip|jar|war)$/i.test(name)) return readZip;
  if (/\.(?:tar|tar\.gz|tgz)$/i.test(name)) return readTar;
  const said = `${fileNameOf(name).slice(0, 200)} is not unpacked: .zip, .jar, .war, .tar, .tar.gz or .tgz is expected`;
  throw new HttpError(400, 'NO_ARCHIVE', said);
}

function batches(files: readonly ArchiveEntry[]): ArchiveEntry[][] {
  const found: ArchiveEntry[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const file of files) {
    if (size + file.size > batchSize) {
      found.push([]);
      size = 0;
    }
    size += file.size;
    found.at(-1)?.push(file);
  }
  return found;
}
