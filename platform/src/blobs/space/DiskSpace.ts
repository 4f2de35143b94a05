import { statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { NoSpaceLeft } from './NoSpaceLeft.ts';
import type { Reserve } from './Reserve.ts';

/** Returns the bytes that this process can still write at a path. */
export type ReadFree = (path: string) => Promise<number>;

export interface DiskSpaceOptions {
  /** Data directory, which contains the reserve. */
  home: string;
  /** Other directories that are written to. */
  others?: readonly string[];
  /** Free bytes below which writes are rejected. */
  minFree: number;
  reserve: Reserve;
  report: (event: string, error?: unknown) => void;
  read?: ReadFree;
}

/**
 * Free bytes below which a disk counts as full: the database can no longer add a segment of its
 * write-ahead log.
 */
const full = 20 * 1024 * 1024;
/** Interval of checks, in milliseconds. */
const checkIntervalMs = 5000;
/** Age of the last check after which a write triggers another one, in milliseconds. */
const staleAfterMs = 1000;

/** Monitors the free disk space, and keeps a reserve on the disk of the data directory. */
export class DiskSpace {
  readonly #options: DiskSpaceOptions;
  #low = false;
  #full = false;
  #readAt = 0;
  #reading: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: DiskSpaceOptions) {
    this.#options = options;
  }

  /** Whether writes are currently rejected. */
  get low(): boolean {
    return this.#low;
  }

  /** Whether the disk is so full that the database cannot work. */
  get full(): boolean {
    return this.#full;
  }

  /** Checks the free space now and then periodically. */
  async start(): Promise<void> {
    await this.refresh();
    this.#timer = setInterval(() => void this.refresh(), checkIntervalMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Throws `NoSpaceLeft` if a write must not start or continue. */
  require(): void {
    if (performance.now() - this.#readAt > staleAfterMs) void this.refresh();
    if (this.#low) throw new NoSpaceLeft();
  }

  /**
   * Records that a write failed for lack of space. Other writes are not rejected until the next
   * check.
   */
  noteFull(): void {
    void this.refresh();
  }

  /** Checks the free space. Never rejects. */
  refresh(): Promise<void> {
    this.#reading ??= this.#refresh().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #refresh(): Promise<void> {
    this.#readAt = performance.now();
    const { home, others = [], minFree, reserve, report, read = readFree } = this.#options;
    try {
      const free = await Promise.all([home, ...others].map(read));
      const [atHome = 0] = free;
      if (atHome < full && reserve.exists) {
        reserve.release();
        report(
          `The disk of the data directory is full: ${mebibytes(reserve.size)} MiB of reserved space released`,
        );
      }
      const least = Math.min(...free);
      this.#full = least < full;
      this.#setLow(least < Math.max(minFree, pageBytes), least);
      if (atHome >= minFree + 2 * reserve.size && !reserve.exists) await reserve.create();
    } catch (error) {
      // A directory that cannot be read is reported by the health check.
      report('Failed to read the free disk space', error);
    }
  }

  #setLow(low: boolean, free: number): void {
    if (low === this.#low) return;
    this.#low = low;
    const { report, minFree } = this.#options;
    const sizes = `${mebibytes(free)} MiB free, minimum ${mebibytes(minFree)} MiB`;
    if (low) report('Writes are rejected', new Error(`Low disk space: ${sizes}`));
    else report(`Writes are accepted again: ${sizes}`);
  }
}

const pageBytes = 64 * 1024;

async function readFree(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}

/** Releases the reserve if the disk is too full for the database to start. */
export function releaseForStart(home: string, reserve: Reserve): void {
  try {
    const { bavail, bsize } = statfsSync(home);
    if (bavail * bsize < full) reserve.release();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function mebibytes(bytes: number): number {
  return Math.floor(bytes / 1024 ** 2);
}
