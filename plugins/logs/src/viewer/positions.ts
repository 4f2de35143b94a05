import type { LogData } from '@lading/contract/rest';

/** A place in a log file that stays valid after the file was rotated. */
export interface Position {
  /** In bytes. */
  readonly offset: number;
  readonly fileId: string;
}

const encoder = new TextEncoder();
const bytesOf = (text: string) => encoder.encode(text).length + 1;

/** Reads `offset.fileId`. */
export function readPosition(position: string | undefined): Position | undefined {
  const [, offset = '', fileId = ''] = /^(\d+)\.(.+)$/.exec(position ?? '') ?? [];
  return offset === '' ? undefined : { offset: Number(offset), fileId };
}

/** Returns where a line ends. */
export function afterLine(position: string | undefined, text: string): Position | undefined {
  const start = readPosition(position);
  return start && { ...start, offset: start.offset + bytesOf(text) };
}

export function linesOf(content: string): string[] {
  const lines = content.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Lines of the previous file come before offset 0, and have no position. */
export function positionsOf(
  texts: readonly string[],
  { file_size, file_id }: LogData,
): (string | undefined)[] {
  let offset = file_size;
  return texts
    .toReversed()
    .map((text) => {
      offset -= bytesOf(text);
      return offset < 0 ? undefined : `${offset}.${file_id}`;
    })
    .reverse();
}

/** The server writes `level` and `time` first. */
export function timeOf(text: string): string | undefined {
  return /^\{"level":"\w+","time":"([^"]+)"/.exec(text)?.[1];
}
