import { buffer } from 'node:stream/consumers';
import type { FilePreview } from '@lading/contract/rest';
import { bytesOfBlob } from '../../archives/ArchiveBytes.ts';
import { isText } from '../text.ts';
import { isArchive, type StoredBlob } from './readArchive.ts';

/** Bytes of a text that a screen shows. */
const maxPreview = 1024 * 1024;
/** Bytes of one file that is read from an archive. */
export const maxEntry = 32 * 1024 * 1024;

/** Images that contain no code, by their first bytes. SVG can contain scripts, so it is a text. */
const images: readonly { type: string; begins: (start: string) => boolean }[] = [
  { type: 'image/png', begins: (start) => start.startsWith('\x89PNG\r\n\x1a\n') },
  { type: 'image/jpeg', begins: (start) => start.startsWith('\xff\xd8\xff') },
  { type: 'image/gif', begins: (start) => /^GIF8[79]a/.test(start) },
  { type: 'image/webp', begins: (start) => start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP' },
];

/**
 * The media type of a file by its content, never by its name. No browser shows or runs the type for
 * all other content.
 */
export function safeType(content: Buffer): string {
  const start = content.toString('latin1', 0, 16);
  return images.find(({ begins }) => begins(start))?.type ?? 'application/octet-stream';
}

/** The content of a file for a screen: its text, or what it is. */
export function previewOf(content: Buffer): FilePreview {
  if (safeType(content) !== 'application/octet-stream') return { state: 'image', text: '' };
  if (!isText(content)) return { state: 'binary', text: '' };
  if (content.length > maxPreview) return { state: 'tooLarge', text: '' };
  return { state: 'text', text: content.toString() };
}

/**
 * The content of a stored file for a screen, of which no more is read than a screen shows. The
 * files within an archive are listed by another call.
 */
export async function previewOfBlob(blob: StoredBlob): Promise<FilePreview> {
  const start = await startOf(blob, maxPreview);
  if (safeType(start) !== 'application/octet-stream')
    return { state: blob.size > maxEntry ? 'tooLarge' : 'image', text: '' };
  if (await isArchive(blob)) return { state: 'archive', text: '' };
  if (blob.size <= maxPreview) return previewOf(start);
  return { state: isTextStart(start) ? 'tooLarge' : 'binary', text: '' };
}

/** Up to this many bytes of the content. */
async function startOf(blob: StoredBlob, most: number): Promise<Buffer> {
  if (blob.size === 0) return Buffer.alloc(0);
  const source = await bytesOfBlob(blob).open({ start: 0, end: Math.min(blob.size, most) - 1 });
  return Buffer.isBuffer(source) ? source : buffer(source);
}

/** A character of UTF-8 has up to four bytes, so that the last one can be incomplete. */
function isTextStart(start: Buffer): boolean {
  return [0, 1, 2, 3].some((cut) => isText(start.subarray(0, start.length - cut)));
}

/** The whole content of a stored file; undefined if it is larger than an archive's file may be. */
export async function smallBlob(blob: StoredBlob): Promise<Buffer | undefined> {
  return blob.size > maxEntry ? undefined : startOf(blob, maxEntry);
}
