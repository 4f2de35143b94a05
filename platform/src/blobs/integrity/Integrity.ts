import type { DamageLog, DamageReason } from './damageLog.ts';

export interface Damage {
  sha256: string;
  reason: DamageReason;
}

export interface IntegrityOptions {
  log: DamageLog;
  /** Milliseconds after which a read verifies a blob again. 0 turns verification on read off. */
  maxAge: number;
  report: (event: string, error?: unknown) => void;
}

/** Number of remembered verifications, each 150 bytes of memory. */
const maxRemembered = 100_000;

/**
 * Tracks in memory which blobs were verified recently and which are corrupted, so that a read needs
 * no query.
 */
export class Integrity {
  readonly #options: IntegrityOptions;
  /**
   * When each blob was verified or stored, by SHA-256, in milliseconds of `performance.now()`,
   * oldest first.
   */
  readonly #verified = new Map<string, number>();
  #damaged = new Set<string>();
  /** The last change that is being recorded, by SHA-256. */
  readonly #recording = new Map<string, Promise<void>>();
  #listeners: ((damage: Damage) => void)[] = [];
  /** Counters since the start of this process. */
  readonly counters = { verified: 0, damaged: 0, restored: 0 };

  constructor(options: IntegrityOptions) {
    this.#options = options;
  }

  /** Whether a read must verify the blob. */
  isDue(sha256: string): boolean {
    const { maxAge } = this.#options;
    if (maxAge === 0) return false;
    const at = this.#verified.get(sha256);
    return at === undefined || performance.now() - at > maxAge;
  }

  /** Whether the blob is known to be corrupted or missing. */
  isDamaged(sha256: string): boolean {
    return this.#damaged.has(sha256);
  }

  get damaged(): ReadonlySet<string> {
    return this.#damaged;
  }

  /** Calls the listener for each blob that is found to be corrupted from now on. */
  onDamage(listener: (damage: Damage) => void): void {
    this.#listeners.push(listener);
  }

  noteVerified(sha256: string): void {
    this.counters.verified += 1;
    this.#remember(sha256);
    this.#noteIntact(sha256);
  }

  /** Records newly stored content, which needs no verification. */
  noteStored(sha256: string): void {
    this.#remember(sha256);
    this.#noteIntact(sha256);
  }

  #noteIntact(sha256: string): void {
    if (!this.#damaged.has(sha256) && !this.#recording.has(sha256)) return;
    void this.#inOrder(sha256, () => this.#resolve(sha256));
  }

  /** Records changes of a blob one after the other, so that no earlier one undoes a later one. */
  async #inOrder(sha256: string, record: () => Promise<void>): Promise<void> {
    const before = this.#recording.get(sha256);
    const recording = before ? before.then(record, record) : record();
    this.#recording.set(sha256, recording);
    try {
      await recording;
    } finally {
      if (this.#recording.get(sha256) === recording) this.#recording.delete(sha256);
    }
  }

  #remember(sha256: string): void {
    this.#verified.delete(sha256);
    this.#verified.set(sha256, performance.now());
    if (this.#verified.size <= maxRemembered) return;
    const [oldest] = this.#verified.keys();
    if (oldest !== undefined) this.#verified.delete(oldest);
  }

  /** Records corruption once for all nodes. */
  async noteDamaged(damage: Damage): Promise<void> {
    this.#verified.delete(damage.sha256);
    await this.#inOrder(damage.sha256, () => this.#recordDamage(damage));
  }

  async #recordDamage({ sha256, reason }: Damage): Promise<void> {
    this.#damaged.add(sha256);
    if (!(await this.#options.log.record(sha256, reason))) return;
    this.counters.damaged += 1;
    this.#options.report('A stored blob is damaged or missing', new Error(`${reason}: SHA-256 ${sha256}`));
    for (const listener of this.#listeners) listener({ sha256, reason });
  }

  isListed(sha256: string): Promise<boolean> {
    return this.#options.log.isListed(sha256);
  }

  /** Loads which blobs other nodes have found corrupted or restored. */
  async refresh(): Promise<void> {
    this.#damaged = new Set(await this.#options.log.read());
  }

  async #resolve(sha256: string): Promise<void> {
    if (!this.#damaged.has(sha256)) return;
    try {
      await this.#options.log.resolve(sha256);
      this.#damaged.delete(sha256);
      this.counters.restored += 1;
      this.#options.report(`A damaged or missing blob is intact again: SHA-256 ${sha256}`);
    } catch (error) {
      // The next verification retries.
      this.#options.report('Failed to record the restored state of a blob', error);
    }
  }
}
