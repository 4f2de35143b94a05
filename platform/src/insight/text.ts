import { isUtf8 } from 'node:buffer';

/** Whether people can read it. */
export function isText(content: Buffer): boolean {
  return isUtf8(content) && !content.includes(0);
}
