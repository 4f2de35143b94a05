import { HttpError } from '../errors/HttpError.ts';

/**
 * Decodes one segment of a URL path. Throws `HttpError` 400 if the result contains a slash or is
 * not valid text.
 */
export function decodedSegment(segment: string): string {
  let text: string;
  try {
    text = decodeURIComponent(segment);
  } catch {
    throw new HttpError(400, 'BAD_PATH', `'${segment.slice(0, 100)}' is not valid percent-encoded UTF-8`);
  }
  if (/[/\0]/.test(text))
    throw new HttpError(400, 'BAD_PATH', `'${segment.slice(0, 100)}' contains a slash or NUL in a name`);
  return text;
}
