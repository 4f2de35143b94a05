import { Readable } from 'node:stream';
import yazl from 'yazl';
import { currentConnected, withStorage } from '../../database/db.ts';
import { reasonOf } from '../../errors/reasonOf.ts';
import type { BundleFile } from './BundlePart.ts';
import { json, piecesOf } from './pieces.ts';

export interface WrittenFile {
  path: string;
  about: string;
  /** Number of characters before compression. */
  length: number;
  /** Why the content is missing or incomplete. */
  error?: string;
}

interface Archive {
  files: readonly BundleFile[];
  /** Removes secrets from a text. */
  clean: (text: string) => string;
  /** Returns the content of the last file, which lists the others. */
  manifest: (written: readonly WrittenFile[]) => object;
  /** Called before each file. May throw to abort the archive. */
  onFile: (done: number) => Promise<void>;
}

/**
 * Streams a ZIP archive. The content of each file is created when it is written. A file that fails
 * contains the reason.
 */
export function writeArchive({ files, clean, manifest, onFile }: Archive): Readable {
  const storage = currentConnected();
  const zip = new yazl.ZipFile();
  const written: WrittenFile[] = [];
  const add = (path: string, content: () => AsyncGenerator<string>) =>
    zip.addReadStreamLazy(path, { compress: true }, (give) => give(null, Readable.from(bytes(content()))));

  async function* create(file: BundleFile): AsyncGenerator<string> {
    const entry: WrittenFile = { path: file.path, about: file.about, length: 0 };
    await withStorage(storage, () => onFile(written.length));
    written.push(entry);
    try {
      for await (const piece of piecesOf(file, (work) => withStorage(storage, work))) {
        const text = clean(piece);
        entry.length += text.length;
        yield text;
      }
    } catch (error) {
      entry.error = clean(reasonOf(error));
      yield `${JSON.stringify({ error: entry.error })}\n`;
    }
  }

  for (const file of files) add(file.path, () => create(file));
  add('manifest.json', async function* () {
    yield clean(json(manifest(written)));
  });
  zip.end();
  const output = zip.outputStream as Readable;
  zip.on('error', (error) => output.destroy(error as Error));
  return output;
}

/** Skips empty chunks, which an object stream would treat as its end. */
async function* bytes(pieces: AsyncGenerator<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) if (piece !== '') yield Buffer.from(piece);
}
