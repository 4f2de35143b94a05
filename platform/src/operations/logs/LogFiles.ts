import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type LogName, type LogSink, logNames } from '../../http/logSink.ts';
import type { LogFileSettings } from '../../settings/settings.ts';
import { RotatedFile } from './RotatedFile.ts';

/** Delay from a line to its write, in milliseconds, to batch lines. */
const settleMs = 200;

/** Called after lines were written. Must neither throw nor block. */
type Follower = (names: ReadonlySet<LogName>) => void;

/**
 * Writes the log files of this node, in `log` of the data directory. A file is created with its
 * first line.
 */
export class LogFiles implements LogSink {
  readonly directory: string;
  readonly #files: ReadonlyMap<LogName, RotatedFile>;
  readonly #followers = new Set<Follower>();
  #timer: NodeJS.Timeout | undefined;

  /** `report` receives write errors. It must not write to these log files. */
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
    // Not `unref`, because it fires soon, and a stopping server must write its lines too.
    this.#timer ??= setTimeout(() => void this.flush(), settleMs);
  }

  /** Writes pending lines. Never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = [...this.#files].filter(([, file]) => !file.isEmpty);
    if (waiting.length === 0) return;
    this.#makeDirectory();
    await Promise.all(waiting.map(([, file]) => file.flush()));
    const names = new Set(waiting.map(([name]) => name));
    for (const follower of this.#followers) follower(names);
  }

  /** Calls `follower` after each write. Returns a function that stops it. */
  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  async close(): Promise<void> {
    await this.flush();
    await Promise.all([...this.#files.values()].map((file) => file.close()));
  }

  /** Writes pending lines synchronously when the process exits. */
  flushNow(): void {
    for (const file of this.#files.values()) file.flushNow();
  }

  #makeDirectory(): void {
    try {
      mkdirSync(this.directory, { recursive: true, mode: 0o700 });
    } catch {
      // The files report the error when they cannot be opened.
    }
  }
}
