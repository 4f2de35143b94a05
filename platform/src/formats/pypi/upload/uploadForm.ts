import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { HttpError } from '../../../errors/HttpError.ts';

/** Fields of the form by name, with all their values. */
export type FormFields = ReadonlyMap<string, readonly string[]>;

export interface FormContent {
  /** The file name sent by the client. */
  file: string;
  bytes: AsyncIterable<Uint8Array>;
  /** The fields received so far: twine sends all fields before the file. */
  fields: FormFields;
}

/** Limits for fields, which are held in memory: a description can be long. */
const maxFieldBytes = 4 * 1024 * 1024;
const maxFormBytes = 16 * 1024 * 1024;
const maxParts = 5000;

const invalidForm = (what: string) => new HttpError(400, 'BAD_FORM', `Invalid upload form: ${what}`);

/**
 * Parses the form of an upload as a stream. `receive` consumes the file in the field `content`,
 * which is not buffered. Throws `HttpError` 400 for an invalid form, and errors of `receive`.
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
    // For the consumer, an invalid form appears as an unspecific stream error.
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
        fieldSize: maxFieldBytes,
        parts: maxParts,
        files: 20,
        headerPairs: 100,
        headerSize: 16 * 1024,
      },
    });
  } catch (error) {
    throw invalidForm((error as Error).message.slice(0, 100));
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
    // Marks rejections as handled; callers that await these promises still receive them.
    this.content.catch(() => undefined);
    this.finished.catch(() => undefined);
    parser.on('field', (name, value, _cutName, cut) => this.#take(name, value, cut));
    parser.on('file', (field, stream, file) => {
      stream.on('error', () => undefined);
      if (field !== 'content') stream.resume();
      else if (this.#file) this.#fail(invalidForm('it has more than one file in the field content'));
      else {
        this.#file = stream;
        found({ file: file ?? '', bytes: stream as AsyncIterable<Uint8Array> });
      }
    });
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      parser.on(limit, () => this.#fail(invalidForm('it has too many parts')));
    parser.on('error', (error) => this.#fail(invalidForm((error as Error).message.slice(0, 100))));
    source.on('error', this.#broken);
    source.on('close', this.#broken);
    source.pipe(parser);
  }

  /** Discards the rest of the body. */
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

  /** Also called for a part without a name. */
  #take(name: string | undefined, value: string, cut: boolean): void {
    if (name === undefined) {
      this.#fail(invalidForm('it has a part without a name'));
      return;
    }
    this.#held += name.length + value.length;
    if (cut || this.#held > maxFormBytes) {
      const what = cut ? `its field ${name.slice(0, 60)} is` : 'its fields together are';
      this.#fail(new HttpError(413, 'TOO_LARGE', `Invalid upload form: ${what} too large`));
      return;
    }
    const values = this.fields.get(name) ?? [];
    this.fields.set(name, values);
    values.push(value);
  }
}
