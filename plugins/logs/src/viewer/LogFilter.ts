import { action, computed, makeObservable, observable } from 'mobx';
import type { LogLine } from './LogLines.ts';
import { LEVELS, type Level, levelOf } from './parseLine.ts';
import type { ShownLines } from './ShownLines.ts';

/** Filters lines by minimum level and text. */
export class LogFilter {
  readonly #lines: ShownLines;
  /** Minimum level; empty for all levels. */
  level: Level | '' = '';
  text = '';

  constructor(lines: ShownLines) {
    this.#lines = lines;
    makeObservable(this, {
      level: observable,
      text: observable,
      active: computed,
      matching: computed,
      set: action,
    });
  }

  get active(): boolean {
    return this.level !== '' || this.text !== '';
  }

  get matching(): readonly LogLine[] {
    const { all } = this.#lines;
    if (!this.active) return all;
    const least = this.level === '' ? 0 : LEVELS.indexOf(this.level);
    const wanted = this.text.toLowerCase();
    return all.filter(
      ({ text, notice }) =>
        notice !== undefined ||
        (LEVELS.indexOf(levelOf(text)) >= least && (wanted === '' || text.toLowerCase().includes(wanted))),
    );
  }

  set({ level, text }: { level?: Level | ''; text?: string }): void {
    if (level !== undefined) this.level = level;
    if (text !== undefined) this.text = text;
  }
}
