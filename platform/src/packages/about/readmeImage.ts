import { LRUCache } from 'lru-cache';
import { bytesOfBlob } from '../../archives/ArchiveBytes.ts';
import type { ReadOptions } from '../../archives/ArchiveReading.ts';
import { readTar } from '../../archives/readTar.ts';
import { readZip } from '../../archives/readZip.ts';
import { Turns } from '../../archives/Turns.ts';
import { currentPlatform } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { FileRow } from '../../files/files.ts';

/** In bytes: larger archives are not unpacked for an image, and larger images are not shown. */
const maxArchive = 64 * 1024 * 1024;
const maxImage = 2 * 1024 * 1024;

export interface ReadmeImage {
  mimeType: string;
  content: Buffer;
}

/**
 * Content never changes under a hash. Images that don't exist are remembered too, as archives are
 * read to their end to find that out, two in parallel.
 */
export const createReadmeImages = () => ({
  known: new LRUCache<string, ReadmeImage | 'none'>({
    maxSize: 16 * 1024 * 1024,
    sizeCalculation: (image, key) => key.length + 200 + (image === 'none' ? 0 : image.content.length),
  }),
  turns: new Turns(2, 100),
});

/**
 * An image in a package's archive, by its path below the package's directory. Throws `HttpError`
 * 404, and 503 when too many archives are being read.
 */
export async function readmeImage(file: FileRow, path: string): Promise<ReadmeImage> {
  const key = `${file.sha256} ${path}`;
  const { readmeImages } = currentPlatform().packages;
  const known = readmeImages.known.get(key);
  const image = known ?? (await readmeImages.turns.run(() => findImage(file, path))) ?? 'none';
  if (!known) readmeImages.known.set(key, image);
  if (image !== 'none') return image;
  throw new HttpError(404, 'NOT_FOUND', `No image ${path.slice(0, 200)} in ${file.path}`);
}

async function findImage(file: FileRow, path: string): Promise<ReadmeImage | undefined> {
  if (file.size > maxArchive) return undefined;
  const zipped = /\.(?:nupkg|whl|zip)$/.test(file.path);
  // Other archives have all their files in one directory: package/ of npm, NAME-VERSION/ of crates
  // and source distributions.
  const isIt = (entry: string) => (zipped ? entry : entry.slice(entry.indexOf('/') + 1)) === path;
  const options: ReadOptions = {
    what: 'package',
    gzipped: !zipped,
    limits: { entries: 50_000, unpackedSize: 512 * 1024 * 1024 },
    take: (entry) => (isIt(entry.path) && entry.size <= maxImage ? { maxBytes: maxImage } : undefined),
  };
  if (!zipped && !/\.(?:tgz|tar\.gz|crate)$/.test(file.path)) return undefined;
  const read = zipped ? readZip : readTar;
  const { taken } = await read(bytesOfBlob(file), options).catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 400) return { taken: new Map<string, Buffer>() };
    throw error;
  });
  const [content] = taken.values();
  const mimeType = content && imageType(content);
  return mimeType ? { mimeType, content } : undefined;
}

/** By the content: names can be anything. */
function imageType(content: Buffer): string | undefined {
  const start = content.subarray(0, 12).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(start)) return 'image/gif';
  if (/^RIFF.{4}WEBP/s.test(start)) return 'image/webp';
  if (/^.{4}ftypavi[fs]/s.test(start)) return 'image/avif';
  return isSvg(content.toString('utf8', 0, 1000)) ? 'image/svg+xml' : undefined;
}

/**
 * Whether the text is an svg element after an XML declaration, comments, and a document type.
 * Without one pattern for all: with many comments, that would need exponential time.
 */
function isSvg(start: string): boolean {
  let text = start.replace(/^\uFEFF/, '').trimStart();
  const skip = (open: RegExp, close: string) => {
    if (!open.test(text)) return false;
    const end = text.indexOf(close);
    text = end < 0 ? '' : text.slice(end + close.length).trimStart();
    return true;
  };
  skip(/^<\?xml/i, '>');
  while (skip(/^<!--/, '-->'));
  skip(/^<!DOCTYPE svg/i, '>');
  return /^<svg[\s>]/i.test(text);
}
