import type { ArchiveBytes } from '../../archives/ArchiveBytes.ts';
import { type ArchiveEntry, badArchive, type ReadOptions } from '../../archives/ArchiveReading.ts';
import { readTar } from '../../archives/readTar.ts';
import { readZip } from '../../archives/readZip.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { fileNameOf } from '../../files/paths.ts';

const limits = { entries: 20_000, unpackedSize: 4 * 1024 ** 3 };
/** Maximum bytes of a file: each is held in memory, temporarily twice. */
const maxFileBytes = 100 * 1024 ** 2;

export interface PackedFile {
  path: string;
  content: Buffer;
}

/**
 * Opens an archive by its file extension, to unpack files one at a time. Throws `HttpError` 400 for
 * an invalid archive.
 */
export async function openArchive(name: string, bytes: ArchiveBytes) {
  const read = readerOf(name);
  const what = fileNameOf(name);
  const files: ArchiveEntry[] = [];
  await read(bytes, {
    what,
    limits,
    links: true,
    onEntry: (entry) => {
      if (entry.kind === 'folder') return;
      if (entry.kind !== 'file')
        throw badArchive(what, `its entry ${JSON.stringify(entry.path.slice(0, 100))} is not a regular file`);
      if (entry.size > maxFileBytes)
        throw badArchive(what, `its ${entry.path.slice(0, 100)} is larger than ${maxFileBytes} bytes`);
      files.push(entry);
    },
  });
  if (new Set(files.map(({ path }) => path)).size < files.length)
    throw badArchive(what, 'it contains a file more than once');

  return {
    paths: files.map(({ path }) => path),
    /**
     * Unpacks the wanted files in the archive's order, one at a time, in one pass. Throws the
     * errors of `store`.
     */
    async unpack(
      wanted: (path: string) => boolean,
      store: (file: PackedFile) => Promise<void>,
    ): Promise<void> {
      const take = ({ path }: ArchiveEntry) => (wanted(path) ? { maxBytes: maxFileBytes } : undefined);
      await read(bytes, {
        what,
        limits,
        links: true,
        take,
        onContent: (path, content) => store({ path, content }),
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
