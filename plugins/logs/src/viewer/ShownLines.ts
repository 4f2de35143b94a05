import { action, computed, makeObservable, observableRef } from 'mobx';
import { type LogLine, LogLines, type LogSource } from './LogLines.ts';

/** The lines of the selected logs. Those of several logs are merged by time. */
export class ShownLines {
  logs: readonly LogLines[] = [];

  constructor() {
    makeObservable(this, {
      logs: observableRef,
      all: computed,
      isMerged: computed,
      completeSince: computed,
      hasEarlier: computed,
      modified: computed,
      show: action,
    });
  }

  show(sources: readonly LogSource[]): void {
    const count = sources.length;
    this.logs = sources.map((source, place) => new LogLines(source, { place, count }));
  }

  get isMerged(): boolean {
    return this.logs.length > 1;
  }

  /** Time since which all lines of all logs are loaded, so that none is missing in between. */
  get completeSince(): string {
    const firsts = this.logs.filter(({ start }) => start > 0).map(({ all }) => all[0]?.time ?? '');
    return firsts.sort().at(-1) ?? '';
  }

  get all(): readonly LogLine[] {
    const [only] = this.logs;
    if (!this.isMerged) return only?.all ?? [];
    const since = this.completeSince;
    return this.logs
      .flatMap(({ all }) => all)
      .filter(({ time }) => time >= since)
      .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
  }

  get hasEarlier(): boolean {
    return this.earliest !== undefined;
  }

  /** The log whose earlier lines extend the list. */
  get earliest(): LogLines | undefined {
    return this.logs.find(
      ({ hasEarlier, all }) => hasEarlier && (!this.isMerged || (all[0]?.time ?? '') === this.completeSince),
    );
  }

  /** Time of the last line in epoch milliseconds; 0 if no file exists. */
  get modified(): number {
    return Math.max(0, ...this.logs.map(({ modified }) => modified));
  }
}
