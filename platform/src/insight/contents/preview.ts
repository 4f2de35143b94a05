import type { FilePreview } from '@lading/contract/rest';
import { isText } from '../text.ts';

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
