import { HttpError } from '../../../errors/HttpError.ts';

/** Decodes base64 that comes in pieces of any length, inside of a JSON string. */
export class Base64Decoder {
  /** Characters that do not make a group of four yet. */
  #left = '';
  #padded = false;

  push(piece: Buffer): Buffer {
    let text = this.#left + piece.toString('latin1');
    // JSON may write a slash as `\/`; a backslash at the end waits for what follows it.
    if (text.includes('\\')) text = text.replaceAll('\\/', '/');
    const whole = text.length - (text.length % 4) - (text.endsWith('\\') ? 4 : 0);
    this.#left = text.slice(Math.max(0, whole));
    return this.#decode(text.slice(0, Math.max(0, whole)));
  }

  end(): Buffer {
    const rest = this.#left;
    this.#left = '';
    if (rest.length === 1) throw notBase64();
    return this.#decode(rest);
  }

  #decode(text: string): Buffer {
    if (text === '') return Buffer.alloc(0);
    const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
    const bytes = Buffer.from(text, 'base64');
    // Node skips invalid base64, so the decoded length reveals it. No data may follow the padding.
    const whole = text.length % 4 === 0;
    const expected = whole ? (text.length / 4) * 3 - padding : Math.floor(((text.length - padding) * 3) / 4);
    if (this.#padded || bytes.length !== expected || (padding > 0 && !whole)) throw notBase64();
    this.#padded = padding > 0;
    return bytes;
  }
}

function notBase64(): HttpError {
  return new HttpError(400, 'BAD_BASE64', "The tarball in '_attachments' is not base64");
}
