import type { DamageLog, DamageReason } from './damageLog.ts';

export interface Damage {
  sha256: string;
  reason: DamageReason;
}

export interface IntegrityOptions {
  log: DamageLog;
  /** Milliseconds after which a read verifies a blob again; 0: reads verify nothing. */
  maxAge: number;
  report: (event: string, error?: unknown) => void;
}

/** Blobs whose verification is remembered: 150 bytes of memory each. */
const mostRemembered = 100_000;

/** Remembers in memory which blobs were verified recently and which are damaged, so that a read costs no query. */
export class Integrity {
  readonly #options: IntegrityOptions;
  /** By SHA-256, when it was verified or stored, in milliseconds of `performance.now()`; the oldest first. */
  readonly #verified = new Map<string, number>();
  #damaged = new Set<string>();
  #listeners: ((damage: Damage) => void)[] = [];
  /** Since the start of this process. */
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

  /** Whether the blob is known to be damaged or missing. */
  isDamaged(sha256: string): boolean {
    return this.#damaged.has(sha256);
  }

  get damaged(): ReadonlySet<string> {
    return this.#damaged;
  }

  /** Calls back for each blob that is found to be damaged from now on. */
  onDamage(listener: (damage: Damage) => void): void {
    this.#listeners.push(listener);
  }

  noteVerified(sha256: string): void {
    this.counters.verified += 1;
    this.#remember(sha256);
    if (this.#damaged.has(sha256)) void this.#resolve(sha256);
  }

  /** Of bytes that were just stored: as good as verified. */
  noteStored(sha256: string): void {
    this.#remember(sha256);
    if (this.#damaged.has(sha256)) void this.#resolve(sha256);
  }

  #remember(sha256: string): void {
    this.#verified.delete(sha256);
    this.#verified.set(sha256, performance.now());
    if (this.#verified.size <= mostRemembered) return;
    const [oldest] = this.#verified.keys();
    if (oldest !== undefined) this.#verified.delete(oldest);
  }

  /** Records damage once for all nodes. */
  async noteDamaged({ sha256, reason }: Damage): Promise<void> {
    this.#verified.delete(sha256);
    this.#damaged.add(sha256);
    if (!(await this.#options.log.record(sha256, reason))) return;
    this.counters.damaged += 1;
    this.#options.report('A stored blob is damaged or missing', new Error(`${reason}: SHA-256 ${sha256}`));
    for (const listener of this.#listeners) listener({ sha256, reason });
  }

  isListed(sha256: string): Promise<boolean> {
    return this.#options.log.isListed(sha256);
  }

  /** Reads what other nodes have found and restored. */
  async refresh(): Promise<void> {
    this.#damaged = new Set(await this.#options.log.read());
  }

  async #resolve(sha256: string): Promise<void> {
    try {
      await this.#options.log.resolve(sha256);
      this.#damaged.delete(sha256);
      this.counters.restored += 1;
      this.#options.report(`A damaged or missing blob is intact again: SHA-256 ${sha256}`);
    } catch (error) {
      // The next verification tries again.
      this.#options.report('Failed to record the restored state of a blob', error);
    }
  }
}
