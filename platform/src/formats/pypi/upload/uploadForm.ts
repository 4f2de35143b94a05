import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { HttpError } from '../../../errors/HttpError.ts';

/** The form's fields by name, each with all its values. */
export type FormFields = ReadonlyMap<string, readonly string[]>;

export interface FormContent {
  /** As the client names the file. */
  file: string;
  bytes: AsyncIterable<Uint8Array>;
  /** What has arrived so far: twine sends all fields first. */
  fields: FormFields;
}

/** A description may be long; all fields together are held in memory. */
const largestField = 4 * 1024 * 1024;
const largestForm = 16 * 1024 * 1024;
const mostParts = 5000;

const bad = (what: string) => new HttpError(400, 'BAD_FORM', `Invalid upload form: ${what}`);

/**
 * Reads an upload's form as it arrives; `receive` takes the bytes of its field `content`, which are held nowhere. Throws `HttpError`
 * 400 for a form that does not hold, and what `receive` throws.
 */
export async function readUploadForm<T>(
  request: FastifyRequest,
  receive: (content: FormContent) => Promise<T>,
): Promise<{ fields: FormFields; content: T | undefined }> {
  const form = new Form(request.raw, openForm(request));
  try {
    const arrived = await form.content;
    const content = arrived && (await receive({ ...arrived, fields: form.fields }));
    await form.finished;
    return { fields: form.fields, content };
  } catch (error) {
    // The end of a broken form shows to whoever reads it as some end of a stream.
    throw form.fault ?? error;
  } finally {
    form.leave();
  }
}

function openForm(request: FastifyRequest): BusboyInstance {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(type))
    throw new HttpError(
      415,
      'BAD_FORM',
      `Invalid upload. Expected a multipart/form-data form, not ${type.slice(0, 80) || 'untyped'}.`,
    );
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': type },
      isPartAFile: (field, _type, file) => field === 'content' || file !== undefined,
      limits: {
        fieldSize: largestField,
        parts: mostParts,
        files: 20,
        headerPairs: 100,
        headerSize: 16 * 1024,
      },
    });
  } catch (error) {
    throw bad((error as Error).message.slice(0, 100));
  }
}

class Form {
  readonly fields = new Map<string, string[]>();
  readonly content: Promise<{ file: string; bytes: AsyncIterable<Uint8Array> } | undefined>;
  readonly finished: Promise<void>;
  fault: Error | undefined;
  readonly #source: Readable;
  readonly #parser: BusboyInstance;
  #held = 0;
  #file: BusboyFileStream | undefined;
  #fail: (error: Error) => void = () => undefined;

  constructor(source: Readable, parser: BusboyInstance) {
    this.#source = source;
    this.#parser = parser;
    let found: (content: { file: string; bytes: AsyncIterable<Uint8Array> } | undefined) => void;
    this.content = new Promise((resolve, reject) => {
      found = resolve;
      this.#fail = reject;
    });
    this.finished = new Promise((resolve, reject) => {
      const first = this.#fail;
      this.#fail = (error) => {
        this.fault ??= error;
        first(error);
        reject(error);
        this.#file?.destroy(error);
        this.leave();
      };
      parser.once('finish', () => {
        found(undefined);
        resolve();
      });
    });
    // Whoever waits for one of them hears of it there.
    this.content.catch(() => undefined);
    this.finished.catch(() => undefined);
    parser.on('field', (name, value, _cutName, cut) => this.#take(name, value, cut));
    parser.on('file', (field, stream, file) => {
      stream.on('error', () => undefined);
      if (field !== 'content') stream.resume();
      else if (this.#file) this.#fail(bad('it has more than one file in the field content'));
      else {
        this.#file = stream;
        found({ file: file ?? '', bytes: stream as AsyncIterable<Uint8Array> });
      }
    });
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      parser.on(limit, () => this.#fail(bad('it has too many parts')));
    parser.on('error', (error) => this.#fail(bad((error as Error).message.slice(0, 100))));
    source.on('error', this.#broken);
    source.on('close', this.#broken);
    source.pipe(parser);
  }

  /** The rest of the body, if there is one, is nobody's any more. */
  leave(): void {
    this.#source.off('close', this.#broken);
    this.#source.unpipe(this.#parser);
    if (!this.#source.readableEnded) this.#source.resume();
    this.#file?.destroy();
  }

  readonly #broken = (): void => {
    if (!this.#source.readableEnded)
      this.#fail(new HttpError(400, 'BROKEN_OFF', 'The upload was aborted. Nothing was stored.'));
  };

  /** A part without a name comes here too. */
  #take(name: string | undefined, value: string, cut: boolean): void {
    if (name === undefined) {
      this.#fail(bad('it has a part without a name'));
      return;
    }
    this.#held += name.length + value.length;
    if (cut || this.#held > largestForm) {
      const what = cut ? `its field ${name.slice(0, 60)} is` : 'its fields together are';
      this.#fail(new HttpError(413, 'TOO_LARGE', `Invalid upload form: ${what} too large`));
      return;
    }
    const values = this.fields.get(name) ?? [];
    this.fields.set(name, values);
    values.push(value);
  }
}
