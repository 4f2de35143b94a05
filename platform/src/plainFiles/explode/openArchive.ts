import type { ArchiveBytes } from '../../archives/ArchiveBytes.ts';
import { type ArchiveEntry, badArchive, type ReadOptions } from '../../archives/ArchiveReading.ts';
import { readTar } from '../../archives/readTar.ts';
import { readZip } from '../../archives/readZip.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { fileNameOf } from '../../files/paths.ts';

const limits = { entries: 20_000, unpackedSize: 4 * 1024 ** 3 };
/** In bytes: one file at a time is held in memory, and while it is put together twice. */
const largestFile = 100 * 1024 ** 2;

export interface PackedFile {
  path: string;
  content: Buffer;
}

/** An archive whose files are unpacked one at a time, by the ending of its name. Throws `HttpError` 400 for one that does not hold. */
export async function openArchive(name: string, bytes: ArchiveBytes) {
  const read = readerOf(name);
  const what = fileNameOf(name);
  const files: ArchiveEntry[] = [];
  await read(bytes, {
    what,
    limits,
    links: true,
    see: (entry) => {
      if (entry.kind === 'folder') return;
      if (entry.kind !== 'file')
        throw badArchive(what, `its entry ${JSON.stringify(entry.path.slice(0, 100))} is not a regular file`);
      if (entry.size > largestFile)
        throw badArchive(what, `its ${entry.path.slice(0, 100)} is larger than ${largestFile} bytes`);
      files.push(entry);
    },
  });
  if (new Set(files.map(({ path }) => path)).size < files.length)
    throw badArchive(what, 'it contains a file more than once');

  return {
    paths: files.map(({ path }) => path),
    /** In the archive's order, one at a time, and reading it once: those that nobody wants are not unpacked. What `store` throws is thrown. */
    async unpack(
      wanted: (path: string) => boolean,
      store: (file: PackedFile) => Promise<void>,
    ): Promise<void> {
      const take = ({ path }: ArchiveEntry) => (wanted(path) ? { atMost: largestFile } : undefined);
      await read(bytes, {
        what,
        limits,
        links: true,
        take,
        hand: (path, content) => store({ path, content }),
      });
    },
  };
}

type Read = (bytes: ArchiveBytes, options: ReadOptions) => ReturnType<typeof readZip>;

function readerOf(name: string): Read {
  if (/\.(?:zip|jar|war)$/i.test(name)) return readZip;
  if (/\.(?:tar|tar\.gz|tgz)$/i.test(name)) return readTar;
  const said = `Unsupported archive ${fileNameOf(name).slice(0, 200)}. Expected .zip, .jar, .war, .tar, .tar.gz, or .tgz.`;
  throw new HttpError(400, 'NO_ARCHIVE', said);
}
