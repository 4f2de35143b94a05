import { withStorage } from '../../database/db.ts';
import { type Round, type WorkOptions, workOnRound } from '../../storage/integrityRounds.ts';
import type { Storage } from '../../storage/storage.ts';

interface Run {
  /** Requested by an administrator, not by the schedule. */
  isFull: boolean;
  end: AbortController;
  ended: Promise<unknown>;
}

/** Runs one verification at a time on this node. */
export class Runner {
  readonly #storage: Storage;
  readonly #failed: (error: unknown) => void;
  #run: Run | undefined;
  #stopped = false;

  constructor(storage: Storage, failed: (error: unknown) => void) {
    this.#storage = storage;
    this.#failed = failed;
  }

  /** Whether a verification of all files is in progress on this node. */
  get isFull(): boolean {
    return this.#run?.isFull ?? false;
  }

  /** Processes a part of a round, unless a verification is in progress. */
  async work(options: WorkOptions): Promise<void> {
    if (!this.#run) await this.#begin(false, options);
  }

  /**
   * Verifies all files. Resolves after the start, with `false` if another node is already doing so.
   */
  async verifyAll(): Promise<boolean> {
    this.#run?.end.abort();
    await this.#run?.ended;
    return new Promise((resolve) => {
      const progress = (_round: Round) => resolve(true);
      void this.#begin(true, { anew: true, share: () => 1, progress }).finally(() => resolve(false));
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#run?.end.abort();
    await this.#run?.ended;
  }

  async #begin(isFull: boolean, options: WorkOptions): Promise<void> {
    if (this.#stopped) return;
    const end = new AbortController();
    const work = () => workOnRound({ ...options, signal: end.signal });
    const ended = withStorage(this.#storage, work)
      .catch(this.#failed)
      .finally(() => {
        this.#run = undefined;
      });
    this.#run = { isFull, end, ended };
    await ended;
  }
}
