import { action, computed, makeObservable, observableRef } from 'mobx';
import { type LogLine, LogLines, type LogSource } from './LogLines.ts';

export type LoadedRange =
  | { readonly from: number; readonly to: number; readonly size: number }
  | { readonly since: string; readonly until: string };

/** The lines of the selected logs. Those of several logs are merged by time. */
export class ShownLines {
  logs: readonly LogLines[] = [];

  constructor() {
    makeObservable(this, {
      logs: observableRef,
      all: computed,
      isMerged: computed,
      completeSince: computed,
      completeUntil: computed,
      hasEarlier: computed,
      hasLater: computed,
      range: computed,
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
    const firsts = this.logs.filter(({ hasEarlier }) => hasEarlier).map(({ all }) => all[0]?.time ?? '');
    return firsts.sort().at(-1) ?? '';
  }

  /** Time until which all lines of all logs are loaded; empty: until the end. */
  get completeUntil(): string {
    const lasts = this.logs.filter(({ hasLater }) => hasLater).map(({ all }) => all.at(-1)?.time ?? '');
    return lasts.filter(Boolean).sort()[0] ?? '';
  }

  get all(): readonly LogLine[] {
    const [only] = this.logs;
    if (!this.isMerged) return only?.all ?? [];
    const { completeSince: since, completeUntil: until } = this;
    return this.logs
      .flatMap(({ all }) => all)
      .filter(({ time }) => time >= since && (until === '' || time <= until))
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

  get hasLater(): boolean {
    return this.latest !== undefined;
  }

  /** The log whose later lines extend the list. */
  get latest(): LogLines | undefined {
    return this.logs.find(
      ({ hasLater, all }) =>
        hasLater && (!this.isMerged || [this.completeUntil, ''].includes(all.at(-1)?.time ?? '')),
    );
  }

  /** The loaded part of a log in bytes, or of several logs in time; `undefined`: everything. */
  get range(): LoadedRange | undefined {
    if (!this.hasEarlier && !this.hasLater) return undefined;
    const [log] = this.logs;
    const isOneFile = (log?.first ?? log?.last)?.fileId === log?.fileId;
    if (log && !this.isMerged && isOneFile && log.offset !== undefined)
      return { from: log.first?.offset ?? 0, to: log.last?.offset ?? log.offset, size: log.offset };
    return { since: this.all[0]?.time ?? '', until: this.all.at(-1)?.time ?? '' };
  }

  /** Time of the last line in epoch milliseconds; 0 if no file exists. */
  get modified(): number {
    return Math.max(0, ...this.logs.map(({ modified }) => modified));
  }
}
