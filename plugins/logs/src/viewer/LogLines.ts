import type { LogData } from '@lading/contract/rest';
import { action, computed, makeObservable, observable, observableRef } from 'mobx';

/** Maximum number of lines in memory; older ones are dropped. */
export const MAX_LINES = 50_000;

export interface LogLine {
  readonly id: number;
  readonly text: string;
  /** Marks a separator instead of a log line: the following lines are from a new file. */
  readonly restarted?: 'rotated' | 'truncated';
}

const encoder = new TextEncoder();

/** The loaded lines in order. */
export class LogLines {
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
  #nextId = 0;
  #firstId = -1;

  constructor() {
    makeObservable(this, {
      all: observableRef,
      start: observable,
      offset: observable,
      fileId: observable,
      modified: observable,
      hasEarlier: computed,
      append: action,
      prepend: action,
      clear: action,
    });
  }

  /** The file has lines before the first loaded one, and the memory limit is not reached. */
  get hasEarlier(): boolean {
    return this.start > 0 && this.all.length < MAX_LINES;
  }

  append(data: LogData): void {
    const notice = data.restarted ? [this.#line('', data.restarted)] : [];
    const added = [...notice, ...linesOf(data.log_content).map((text) => this.#line(text))];
    if (this.offset === undefined) this.start = data.start;
    // Offsets in the previous file are not valid in the new one.
    else if (data.restarted) this.start = 0;
    this.offset = data.file_size;
    this.fileId = data.file_id;
    this.modified = data.last_update_modified;
    if (added.length > 0) this.#keep([...this.all, ...added]);
  }

  prepend(data: LogData): void {
    const added = linesOf(data.log_content).map((text) => ({ id: 0, text }));
    for (let at = added.length - 1; at >= 0; at -= 1) {
      added[at] = { id: this.#firstId, text: added[at]?.text ?? '' };
      this.#firstId -= 1;
    }
    this.start = data.start;
    this.all = [...added, ...this.all];
  }

  clear(): void {
    this.all = [];
    this.start = 0;
    this.offset = undefined;
    this.fileId = '';
    this.modified = 0;
  }

  #line(text: string, restarted?: LogLine['restarted']): LogLine {
    const id = this.#nextId;
    this.#nextId += 1;
    return restarted ? { id, text, restarted } : { id, text };
  }

  #keep(lines: readonly LogLine[]): void {
    const dropped = lines.slice(0, Math.max(0, lines.length - MAX_LINES));
    for (const { text, restarted } of dropped) if (!restarted) this.start += encoder.encode(text).length + 1;
    this.all = dropped.length > 0 ? lines.slice(dropped.length) : lines;
  }
}

function linesOf(content: string): string[] {
  const lines = content.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
