import { appendFileSync } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { LogFileSettings } from '../../settings/settings.ts';

/**
 * Maximum characters of pending lines while the disk is slow. More lines are dropped and counted.
 */
const maxWaiting = 4 * 1024 ** 2;
/** Delay after a write error in milliseconds, so that a full disk is not retried for each line. */
const retryAfterMs = 5000;

export interface RotatedFileOptions extends LogFileSettings {
  /** Called after the first of consecutive failures. */
  report: (problem: string) => void;
  /** Returns milliseconds. */
  now?: () => number;
}

/**
 * A log file to which lines are appended in the background. At its size limit, `x.log` becomes
 * `x.1.log`, `x.1.log` becomes `x.2.log`, and so on. A write error only loses lines. Their number
 * is written after the file works again.
 */
export class RotatedFile {
  readonly path: string;
  readonly #options: RotatedFileOptions;
  #waiting: string[] = [];
  #waitingSize = 0;
  #dropped = 0;
  #handle: FileHandle | undefined;
  #size = 0;
  #inode = 0n;
  #retryAt = 0;
  #failed = false;
  #flushing: Promise<void> | undefined;

  constructor(path: string, options: RotatedFileOptions) {
    this.path = path;
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  add(line: string): void {
    if (this.#waitingSize + line.length > maxWaiting) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(line);
    this.#waitingSize += line.length;
  }

  /** Writes pending lines. Never rejects. */
  flush(): Promise<void> {
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = undefined;
    });
    return this.#flushing;
  }

  /** Writes pending lines synchronously when the process exits. */
  flushNow(): void {
    const text = this.#take();
    try {
      if (text !== '') appendFileSync(this.path, text, { mode: 0o600 });
    } catch {
      // Standard output has the lines too.
    }
  }

  async close(): Promise<void> {
    await this.flush();
    await this.#closeHandle();
  }

  async #flush(): Promise<void> {
    const now = this.#options.now ?? Date.now;
    while (!this.isEmpty && now() >= this.#retryAt) {
      const count = this.#waiting.length + this.#dropped;
      const bytes = Buffer.from(this.#take());
      try {
        const handle = await this.#open(bytes.length);
        await handle.appendFile(bytes);
        this.#size += bytes.length;
        this.#failed = false;
      } catch (error) {
        this.#dropped += count;
        this.#retryAt = now() + retryAfterMs;
        await this.#recover(error);
      }
    }
  }

  #take(): string {
    const lost = this.#dropped > 0 ? [lostLine(this.#dropped)] : [];
    const text = [...lost, ...this.#waiting].join('');
    this.#waiting = [];
    this.#waitingSize = 0;
    this.#dropped = 0;
    return text;
  }

  /** Opens the file for a number of bytes. Another program may have moved or truncated it since. */
  async #open(bytes: number): Promise<FileHandle> {
    const found = await stat(this.path, { bigint: true }).catch(() => undefined);
    if (found?.ino !== this.#inode) await this.#closeHandle();
    this.#size = Number(found?.size ?? 0);
    const isOld = this.#handle === undefined;
    if (this.#size > 0 && this.#size + bytes > this.#options.maxBytes) await this.#rotate();
    else if (isOld) await this.#deleteOld();
    if (!this.#handle) {
      this.#handle = await open(this.path, 'a', 0o600);
      const opened = await this.#handle.stat({ bigint: true });
      this.#inode = opened.ino;
      this.#size = Number(opened.size);
    }
    return this.#handle;
  }

  async #rotate(): Promise<void> {
    await this.#closeHandle();
    await this.#deleteOld();
    const { count } = this.#options;
    await rm(rotatedPath(this.path, count), { force: true });
    for (let number = count - 1; number >= 0; number -= 1)
      await rename(rotatedPath(this.path, number), rotatedPath(this.path, number + 1)).catch(ignoreMissing);
  }

  /** Deletes rotated files that are too old, or exceed the number to keep. */
  async #deleteOld(): Promise<void> {
    const { count, days, now = Date.now } = this.#options;
    for (const { number, path } of await rotatedFiles(this.path)) {
      const age = now() - (await stat(path)).mtimeMs;
      if (number > count || (days > 0 && age > days * 86_400_000)) await rm(path, { force: true });
    }
  }

  /** Removes the partial line that a full disk left. */
  async #recover(error: unknown): Promise<void> {
    await this.#handle?.truncate(this.#size).catch(() => undefined);
    await this.#closeHandle();
    if (this.#failed) return;
    this.#failed = true;
    const { code = '', message } = error as NodeJS.ErrnoException;
    this.#options.report(`Failed to write the log file ${this.path} (${code || message}): lines are lost`);
  }

  async #closeHandle(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    this.#inode = 0n;
    await handle?.close().catch(() => undefined);
  }
}

function lostLine(count: number): string {
  const line = {
    level: 'warn',
    time: new Date().toISOString(),
    msg: `${count} log lines could not be written here`,
  };
  return `${JSON.stringify(line)}\n`;
}

/** Returns `log/x.2.log` for `log/x.log` and 2. 0 is the file itself. */
function rotatedPath(path: string, number: number): string {
  return number === 0 ? path : path.replace(/\.log$/, `.${number}.log`);
}

/** Returns the rotated files, newest first. */
export async function rotatedFiles(path: string): Promise<{ number: number; path: string }[]> {
  const stem = basename(path, '.log');
  const names = await readdir(dirname(path)).catch(() => [] as string[]);
  return names
    .flatMap((name) => {
      const [, of, digits] = /^(.+)\.(\d{1,4})\.log$/.exec(name) ?? [];
      return of === stem ? [{ number: Number(digits), path: join(dirname(path), name) }] : [];
    })
    .sort((a, b) => a.number - b.number);
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
