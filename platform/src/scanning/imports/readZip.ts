import yauzl from 'yauzl';
import { BadFile, type Document, limits, parse } from './Document.ts';
import { isOfSystem } from './temporaryErrors.ts';

/**
 * Yields the documents of an archive sequentially and skips other files. Writes nothing to disk.
 */
export async function* readZip(path: string): AsyncGenerator<Document> {
  const zip = await opened(path);
  let [documents, unpacked] = [0, 0];
  try {
    for await (const entry of entriesOf(zip)) {
      const name = entry.fileName.slice(0, 300);
      if (!/\.json$/i.test(name)) continue;
      documents += 1;
      if (documents > limits.documents)
        throw new BadFile(`The archive has more than ${limits.documents} documents. Split it.`);
      if (entry.uncompressedSize > limits.document) {
        yield { name, fault: 'the document exceeds 4 MB' };
        continue;
      }
      unpacked += entry.uncompressedSize;
      if (unpacked > limits.unpacked) throw new BadFile('The unpacked archive exceeds 8 GB. Split it.');
      yield await documentOf(zip, entry, name);
    }
  } finally {
    zip.close();
  }
}

async function documentOf(zip: yauzl.ZipFile, entry: yauzl.Entry, name: string): Promise<Document> {
  try {
    return { name, ...parse(await textOf(zip, entry)) };
  } catch (error) {
    return { name, fault: `failed to unpack it: ${(error as Error).message.slice(0, 200)}` };
  }
}

function opened(path: string): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    // Rejects entries whose uncompressed size differs from the declared size, which was checked
    // before.
    yauzl.open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) =>
      error ? reject(errorOf(error, 'Failed to read the archive')) : resolve(zip),
    );
  });
}

/** Errors of the operating system are not errors of the file. */
function errorOf(error: Error, what: string): Error {
  return isOfSystem(error) ? error : new BadFile(`${what}: ${error.message}`);
}

async function* entriesOf(zip: yauzl.ZipFile): AsyncGenerator<yauzl.Entry> {
  for (;;) {
    const entry = await new Promise<yauzl.Entry | undefined>((resolve, reject) => {
      const done = () => {
        zip.off('entry', onEntry);
        zip.off('end', onEnd);
        zip.off('error', onError);
      };
      const onEntry = (found: yauzl.Entry) => {
        done();
        resolve(found);
      };
      const onEnd = () => {
        done();
        resolve(undefined);
      };
      const onError = (error: Error) => {
        done();
        reject(errorOf(error, 'The archive is damaged'));
      };
      zip.on('entry', onEntry);
      zip.on('end', onEnd);
      zip.on('error', onError);
      zip.readEntry();
    });
    if (!entry) return;
    yield entry;
  }
}

function textOf(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<string> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error);
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('error', reject);
      stream.on('end', () => resolve(Buffer.concat(parts).toString('utf8')));
    });
  });
}
