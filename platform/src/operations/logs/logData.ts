import { Readable } from 'node:stream';
import type { LogData } from '@lading/contract/rest';
import { closeAll, type LogPart, type LogWindow } from './readLog.ts';

/**
 * Size in bytes above which the response is streamed, so that a large log uses little memory and
 * does not block the event loop.
 */
const maxBufferedBytes = 1024 ** 2;
const chunkBytes = 256 * 1024;

/** Returns the response to a request for lines, or its JSON as a stream. */
export async function logData(window: LogWindow): Promise<LogData | Readable> {
  const size = window.parts.reduce((sum, { start, end }) => sum + end - start, 0);
  if (size > maxBufferedBytes) return streamOf(jsonOf(window), window.parts);
  let content = '';
  for await (const text of textOf(window.parts)) content += text;
  return { log_content: content, ...factsOf(window) };
}

/** Returns a stream that closes the files, even if nothing is read from it. */
export function streamOf(text: AsyncIterable<string>, parts: readonly LogPart[]): Readable {
  const stream = Readable.from(text, { objectMode: false });
  // An iterator that never started runs no `finally`.
  return stream.once('close', () => void closeAll(parts));
}

/** Returns the JSON of a response in pieces, without line ends. */
export async function* jsonOf(window: LogWindow): AsyncGenerator<string> {
  yield '{"log_content":"';
  for await (const text of textOf(window.parts)) yield JSON.stringify(text).slice(1, -1);
  yield `",${JSON.stringify(factsOf(window)).slice(1)}`;
}

function factsOf({
  parts,
  fileId,
  modified,
  restarted,
  hasPrevious,
}: LogWindow): Omit<LogData, 'log_content'> {
  const { start = 0, end = 0 } = parts.at(-1) ?? {};
  return {
    file_size: end,
    last_update_modified: modified,
    last_update_label:
      modified === 0 ? '' : `${new Date(modified).toISOString().slice(0, 19).replace('T', ' ')} UTC`,
    file_id: fileId,
    start,
    ...(hasPrevious && start === 0 ? { previous_file: true } : {}),
    ...(restarted ? { restarted } : {}),
  };
}

/** Streams the text of the parts without splitting characters. Closes their files. */
export async function* textOf(parts: readonly LogPart[]): AsyncGenerator<string> {
  try {
    for (const { file, start, end } of parts) {
      const decoder = new TextDecoder();
      for (let at = start; at < end; ) {
        const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, end - at));
        const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
        // Truncated concurrently. The next request starts over.
        if (bytesRead === 0) break;
        at += bytesRead;
        yield decoder.decode(buffer.subarray(0, bytesRead), { stream: at < end });
      }
    }
  } finally {
    await closeAll(parts);
  }
}
