import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { BadFile, type Document, limits, parse } from './Document.ts';
import { readZip } from './readZip.ts';

/**
 * Yields the documents of a file: one document, a list, one per line, or an archive. Throws
 * `BadFile`.
 */
export async function* documentsOf(path: string, name: string): AsyncGenerator<Document> {
  const head = await beginOf(path);
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) {
    yield* readZip(path);
    return;
  }
  const text = head.toString('utf8').replace(/^\uFEFF/, '');
  const first = text.trimStart()[0];
  if (first === '[') yield* listOf(name, await wholeOf(path));
  else if (first !== '{') {
    throw new BadFile(
      `${name} is neither an archive nor JSON; expected a ZIP of OSV documents, one document, a list of documents, or one document per line`,
    );
  } else yield* oneOrLines(path, name);
}

async function beginOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function wholeOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > limits.list)
      throw new BadFile(
        'A JSON list can have up to 64 MB. Import larger lists as an archive or as one document per line.',
      );
  } finally {
    await file.close();
  }
  return readFile(path, 'utf8');
}

function* listOf(name: string, text: string): Generator<Document> {
  const values = parse(text);
  if ('fault' in values) throw new BadFile(`${name} is not JSON: ${values.fault}`);
  for (const [index, value] of (values.value as unknown[]).entries())
    yield { name: `${name}[${index}]`, value };
}

/** A document that spans several lines has an invalid first line. */
async function* oneOrLines(path: string, name: string): AsyncGenerator<Document> {
  let number = 0;
  const lines = linesOf(path);
  for await (const line of lines) {
    number += 1;
    if (line === undefined) {
      if (number === 1) return yield* one(path, name);
      yield { name: `${name}:${number}`, fault: 'the line exceeds 4 MB' };
      continue;
    }
    if (line.trim() === '') continue;
    const parsed = parse(line);
    if (number === 1 && 'fault' in parsed) return yield* one(path, name);
    yield { name: number === 1 ? name : `${name}:${number}`, ...parsed };
  }
}

async function* one(path: string, name: string): AsyncGenerator<Document> {
  const parsed = parse(await wholeOf(path));
  if ('fault' in parsed) throw new BadFile(`${name} is not JSON: ${parsed.fault}`);
  yield { name, ...parsed };
}

/** Yields undefined for a line that is too long. */
async function* linesOf(path: string): AsyncGenerator<string | undefined> {
  let parts: Buffer[] = [];
  let [size, tooLong] = [0, false];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(10, from);
      const part = chunk.subarray(from, end < 0 ? chunk.length : end);
      size += part.length;
      if (size > limits.document) tooLong = true;
      if (tooLong) parts = [];
      else parts.push(part);
      if (end < 0) break;
      yield tooLong ? undefined : Buffer.concat(parts).toString('utf8');
      [parts, size, tooLong, from] = [[], 0, false, end + 1];
    }
  }
  if (size > 0) yield tooLong ? undefined : Buffer.concat(parts).toString('utf8');
}
