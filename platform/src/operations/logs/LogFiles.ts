import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type LogName, type LogSink, logNames } from '../../http/logSink.ts';
import type { LogFileSettings } from '../../settings/settings.ts';
import { RotatedFile } from './RotatedFile.ts';

/** Milliseconds from a line to its write: lines that arrive together are written together. */
const settle = 200;

/** The log files of this node, in `log` of the data directory. A file is created with its first line. */
export class LogFiles implements LogSink {
  readonly directory: string;
  readonly #files: ReadonlyMap<LogName, RotatedFile>;
  #timer: NodeJS.Timeout | undefined;

  /** `report` is told what cannot be written: it must not write here. */
  constructor(home: string, settings: LogFileSettings, report: (problem: string) => void) {
    this.directory = join(home, 'log');
    this.#files = new Map(
      logNames.map((name) => [name, new RotatedFile(this.pathOf(name), { ...settings, report })]),
    );
  }

  pathOf(name: LogName): string {
    return join(this.directory, `${name}.log`);
  }

  write(name: LogName, line: string): void {
    this.#files.get(name)?.add(line);
    // Not `unref`: it fires soon, and the lines of a server that stops are written too.
    this.#timer ??= setTimeout(() => void this.flush(), settle);
  }

  /** Writes the lines that wait. Never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = [...this.#files.values()].filter((file) => !file.isEmpty);
    if (waiting.length === 0) return;
    this.#makeDirectory();
    await Promise.all(waiting.map((file) => file.flush()));
  }

  async close(): Promise<void> {
    await this.flush();
    await Promise.all([...this.#files.values()].map((file) => file.close()));
  }

  /** For the end of the process. */
  flushNow(): void {
    for (const file of this.#files.values()) file.flushNow();
  }

  #makeDirectory(): void {
    try {
      mkdirSync(this.directory, { recursive: true, mode: 0o700 });
    } catch {
      // Reported by the files, which cannot be opened.
    }
  }
}
