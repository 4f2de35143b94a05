import type { LogData, LogService } from '@lading/contract/rest';
import { action, computed, makeObservable, observable, observableRef } from 'mobx';

/** Maximum number of lines in memory; older ones are dropped. */
export const MAX_LINES = 50_000;

/** A log file of a service on a node. */
export interface LogSource {
  /** Empty if the product has only one node. */
  readonly node: string;
  readonly product: LogService;
  readonly file: string;
}

export interface LogLine {
  readonly id: number;
  readonly text: string;
  /** ISO time, or that of the line before; empty if unknown. */
  readonly time: string;
  readonly source: LogSource;
  /** `offset.fileId`, for links; absent if unknown. */
  readonly position?: string;
  /**
   * Marks a separator instead of a log line: the following lines are from a new file, or lines were
   * left out.
   */
  readonly notice?: Notice;
}

type Notice = 'rotated' | 'truncated' | 'skipped';

const encoder = new TextEncoder();
const bytesOf = (text: string) => encoder.encode(text).length + 1;

/** How IDs and memory are divided between several sources. */
export interface Share {
  readonly place: number;
  readonly count: number;
}

/** The loaded lines of one log, in order. */
export class LogLines {
  readonly source: LogSource;
  readonly #share: Share;
  all: readonly LogLine[] = [];
  /** Offset of the first line in its file, in bytes. */
  start = 0;
  /**
   * End offset of the last line, where the next request continues; `undefined` before the first
   * load.
   */
  offset: number | undefined;
  fileId = '';
  /** Modification time in epoch milliseconds; 0 if the file does not exist. */
  modified = 0;
  #nextId: number;
  #firstId: number;

  constructor(source: LogSource, share: Share = { place: 0, count: 1 }) {
    this.source = source;
    this.#share = share;
    this.#nextId = share.place;
    this.#firstId = share.place - share.count;
    makeObservable(this, {
      all: observableRef,
      start: observable,
      offset: observable,
      fileId: observable,
      modified: observable,
      hasEarlier: computed,
      append: action,
      prepend: action,
    });
  }

  /** The file has lines before the first loaded one, and the memory limit is not reached. */
  get hasEarlier(): boolean {
    return this.start > 0 && this.all.length < this.#most;
  }

  /** `skipped`: lines before were left out. */
  append(data: LogData, skipped = false): void {
    const notices: Notice[] = [
      ...(data.restarted ? [data.restarted] : []),
      ...(skipped ? ['skipped' as const] : []),
    ];
    const last = this.all.at(-1)?.time ?? '';
    const added = [
      ...notices.map((notice) => ({ ...this.#line('', last), notice })),
      ...this.#linesOf(data, last),
    ];
    if (this.offset === undefined) this.start = data.start;
    // Offsets in the previous file are not valid in the new one.
    else if (data.restarted) this.start = 0;
    this.offset = data.file_size;
    this.fileId = data.file_id;
    this.modified = data.last_update_modified;
    if (added.length > 0) this.#keep([...this.all, ...added]);
  }

  prepend(data: LogData): void {
    const added = this.#linesOf(data, '').reverse();
    const before = added.map((line) => {
      const id = this.#firstId;
      this.#firstId -= this.#share.count;
      return { ...line, id };
    });
    this.start = data.start;
    this.all = [...before.reverse(), ...this.all];
  }

  get #most(): number {
    return Math.floor(MAX_LINES / this.#share.count);
  }

  #linesOf(data: LogData, timeBefore: string): LogLine[] {
    const texts = linesOf(data.log_content);
    const positions = positionsOf(texts, data);
    let time = timeBefore;
    return texts.map((text, at) => {
      time = timeOf(text) ?? time;
      const position = positions[at];
      return { ...this.#line(text, time), ...(position === undefined ? {} : { position }) };
    });
  }

  #line(text: string, time: string): LogLine {
    const id = this.#nextId;
    this.#nextId += this.#share.count;
    return { id, text, time, source: this.source };
  }

  #keep(lines: readonly LogLine[]): void {
    const dropped = lines.slice(0, Math.max(0, lines.length - this.#most));
    for (const { text, notice } of dropped) if (!notice) this.start += bytesOf(text);
    this.all = dropped.length > 0 ? lines.slice(dropped.length) : lines;
  }
}

function linesOf(content: string): string[] {
  const lines = content.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Lines of the previous file come before offset 0, and have no position. */
function positionsOf(texts: readonly string[], { file_size, file_id }: LogData): (string | undefined)[] {
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
function timeOf(text: string): string | undefined {
  return /^\{"level":"\w+","time":"([^"]+)"/.exec(text)?.[1];
}
