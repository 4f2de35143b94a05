import type { LogData, LogService } from '@lading/contract/rest';
import { action, computed, makeObservable, observable, observableRef } from 'mobx';
import { afterLine, linesOf, type Position, positionsOf, readPosition, timeOf } from './positions.ts';

/** Maximum number of lines in memory. Those that are farther away are dropped. */
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

/** How IDs and memory are divided between several sources. */
export interface Share {
  readonly place: number;
  readonly count: number;
}

/**
 * The loaded lines of one log, in order: a range of its file. New lines are appended while the
 * range ends at the end of the log.
 */
export class LogLines {
  readonly source: LogSource;
  readonly #share: Share;
  all: readonly LogLine[] = [];
  /** Where the first line begins; `undefined` if no lines before it can be loaded. */
  first: Position | undefined;
  /** Where the last line ends; `undefined` at the end of the log. */
  last: Position | undefined;
  /**
   * End offset of the log, where the next request for new lines continues; `undefined` before the
   * first load.
   */
  offset: number | undefined;
  fileId = '';
  /** Modification time in epoch milliseconds; 0 if the file does not exist. */
  modified = 0;
  /** The file of the first line was rotated after another one, which still exists. */
  hasPreviousFile = false;
  #nextId: number;
  #firstId: number;

  constructor(source: LogSource, share: Share = { place: 0, count: 1 }) {
    this.source = source;
    this.#share = share;
    this.#nextId = share.place;
    this.#firstId = share.place - share.count;
    makeObservable(this, {
      all: observableRef,
      first: observableRef,
      last: observableRef,
      hasPreviousFile: observable,
      offset: observable,
      fileId: observable,
      modified: observable,
      hasEarlier: computed,
      hasLater: computed,
      append: action,
      prepend: action,
      extend: action,
      open: action,
      replace: action,
    });
  }

  /** The log has lines before the first loaded one, also in a rotated file. */
  get hasEarlier(): boolean {
    return this.first !== undefined && (this.first.offset > 0 || this.hasPreviousFile);
  }

  /** The log has lines after the last loaded one. */
  get hasLater(): boolean {
    return this.last !== undefined;
  }

  /** Takes new lines at the end of the log. `skipped`: lines before were left out. */
  append(data: LogData, skipped = false): void {
    const known = this.offset;
    const isFirst = known === undefined;
    // A stream continues where it was, although a page has loaded its next lines meanwhile.
    const isSame = known !== undefined && !data.restarted && data.file_id === this.fileId;
    if (isSame && data.file_size < known) return;
    this.offset = data.file_size;
    this.fileId = data.file_id;
    this.modified = data.last_update_modified;
    if (data.restarted === 'truncated') this.first = undefined;
    if (this.hasLater) return;
    const notices: Notice[] = [
      ...(data.restarted ? [data.restarted] : []),
      ...(skipped ? ['skipped' as const] : []),
    ];
    const before = this.all.at(-1)?.time ?? '';
    const added = [
      ...notices.map((notice) => ({ ...this.#line('', before), notice })),
      ...this.#linesOf(data, before).filter(
        ({ position }) => !isSame || (readPosition(position)?.offset ?? known) >= known,
      ),
    ];
    if (isFirst) this.#setFirst(data);
    if (added.length > 0) this.#dropEarlier([...this.all, ...added]);
  }

  /** Takes the lines before the loaded ones, unless others were loaded since the request. */
  prepend(data: LogData): void {
    const { first } = this;
    const isPreviousFile = data.restarted === 'rotated' && first?.offset === 0;
    const isSameFile = data.file_id === first?.fileId && data.file_size === first.offset;
    if (!isPreviousFile && !isSameFile) return;
    const lines = this.#linesOf(data, '').slice(-Math.ceil(this.#most / 2));
    const notice: LogLine[] = isPreviousFile
      ? [{ ...this.#line('', lines.at(-1)?.time ?? ''), notice: 'rotated' }]
      : [];
    const added = [...lines, ...notice];
    this.#setFirst(data, startOf(lines));
    this.#firstId -= added.length * this.#share.count;
    const before = added.map((line, at) => ({
      ...line,
      id: this.#firstId + (at + 1) * this.#share.count,
    }));
    this.#dropLater([...before, ...this.all]);
  }

  /** Takes the lines after the loaded ones, unless others were loaded since the request. */
  extend(data: LogData): void {
    const { last } = this;
    const isNextFile = data.restarted === 'rotated';
    if (!last || (!isNextFile && (data.file_id !== last.fileId || data.start !== last.offset))) return;
    const before = this.all.at(-1)?.time ?? '';
    const notice: LogLine[] = isNextFile ? [{ ...this.#line('', before), notice: 'rotated' }] : [];
    const added = this.#linesOf(data, before).slice(0, Math.ceil(this.#most / 2));
    this.#setLast(endOf(added) ?? last);
    this.#dropEarlier([...this.all, ...notice, ...added]);
  }

  /** Takes the end of the log in place of the loaded lines. */
  open(data: LogData): void {
    const { offset: newest = 0, fileId } = this;
    this.all = [];
    this.last = undefined;
    this.offset = undefined;
    this.append(data);
    if (data.file_id !== fileId || newest <= data.file_size) return;
    // Lines arrived since the request. They are loaded like others after the last one.
    this.last = { offset: data.file_size, fileId };
    this.offset = newest;
  }

  /** Takes lines elsewhere in the file in place of the loaded ones. */
  replace(data: LogData): void {
    const added = this.#linesOf(data, '').slice(0, this.#most);
    this.#setFirst(data);
    this.#setLast(endOf(added) ?? { offset: data.file_size, fileId: data.file_id });
    this.all = added;
  }

  get #most(): number {
    return Math.floor(MAX_LINES / this.#share.count);
  }

  /** At the end of the log, new lines are appended again. */
  #setLast(last: Position): void {
    const isAtEnd = last.fileId === this.fileId && last.offset >= (this.offset ?? 0);
    this.last = isAtEnd ? undefined : last;
    // Also lines that were written since the last refresh.
    if (isAtEnd) this.offset = last.offset;
  }

  #setFirst(data: LogData, first: Position = { offset: data.start, fileId: data.file_id }): void {
    this.first = first;
    this.hasPreviousFile = data.previous_file ?? false;
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

  #dropEarlier(lines: readonly LogLine[]): void {
    const over = lines.length - this.#most;
    this.all = over > 0 ? lines.slice(over) : lines;
    if (over <= 0) return;
    this.first = startOf(this.all);
    // Lines without a position are the last ones of the previous file, and would be repeated.
    this.hasPreviousFile = this.all.find(({ notice }) => notice === undefined)?.position !== undefined;
  }

  #dropLater(lines: readonly LogLine[]): void {
    let end = Math.min(lines.length, this.#most);
    // Loading continues after a line whose position is known.
    if (end < lines.length) while (end > 0 && lines[end - 1]?.position === undefined) end -= 1;
    this.all = end < lines.length ? lines.slice(0, end) : lines;
    if (end < lines.length) this.last = endOf(this.all);
  }
}

function startOf(lines: readonly LogLine[]): Position | undefined {
  return readPosition(lines.find(({ position }) => position !== undefined)?.position);
}

function endOf(lines: readonly LogLine[]): Position | undefined {
  const line = lines.at(-1);
  return line && afterLine(line.position, line.text);
}

/** Counts lines without separators. */
export function countLines(lines: readonly LogLine[]): number {
  return lines.reduce((count, { notice }) => (notice === undefined ? count + 1 : count), 0);
}
