import { transaction } from '../../../database/db.ts';
import { markStopped, offlineAfterSeconds, type Written } from '../nodes.ts';
import {
  type Change,
  countChanges,
  type Observation,
  readLastChanges,
  subjectOf,
  writeChanges,
} from './changes.ts';
import { isUnused, rankOf } from './rank.ts';

const hour = 3_600_000;
/** Changes per hour of a node or dependency, after which a recovery is recorded later. */
const changesPerHour = 6;
const maxMessageLength = 500;

const ownState = { kind: 'node', name: '' } as const;
const noDatabase = { state: 'failed', message: 'The database is not responding' } as const;

/** Records when the state of this node or of its dependencies changes. */
export class StatusRecorder {
  readonly #node: string;
  readonly #now: () => number;
  /** Last recorded states by kind and name. Undefined until they have been read. */
  #known: Map<string, Change> | undefined;
  /** Last heartbeat that is accounted for; null if the node is new. */
  #before: number | null | undefined;
  /** When the first heartbeat failed since the last written one, by `#now`. */
  #failing: number | undefined;
  #recorded = 0;
  #isFirst = true;
  #isBusy = false;

  /** `now` returns the time of a monotonic clock, in milliseconds. */
  constructor(node: string, now: () => number = () => performance.now()) {
    this.#node = node;
    this.#now = now;
  }

  /** Notes that a heartbeat could not be written. It is recorded after the next one that is. */
  noteFailure(): void {
    this.#failing ??= this.#now();
  }

  /** Records what changed, after a heartbeat. Writes nothing if nothing did. */
  async record(beat: Written, observations: readonly Observation[]): Promise<void> {
    // A node that was removed from the list has no history any more.
    if (beat.before === null) this.#known = undefined;
    this.#before ??= beat.before;
    // Checks that take long may finish out of order.
    if (this.#isBusy || beat.time < this.#recorded) return;
    this.#isBusy = true;
    try {
      this.#known ??= new Map((await readLastChanges(this.#node)).map((last) => [subjectOf(last), last]));
      const seen = observations.map((observation) => ({ ...observation, began: beat.time }));
      const changes = await this.#withinLimit([...this.#missed(beat), ...seen], beat.time);
      if (changes.length > 0) await writeChanges(this.#node, changes);
      for (const change of changes) this.#known?.set(subjectOf(change), change);
      this.#recorded = beat.time;
      this.#before = undefined;
      this.#failing = undefined;
      this.#isFirst = false;
    } catch (error) {
      this.#known = undefined;
      throw error;
    } finally {
      this.#isBusy = false;
    }
  }

  /** Marks the node as stopped, at the end of a graceful shutdown. */
  async stop(): Promise<void> {
    await transaction(async () => {
      const began = await markStopped(this.#node);
      if (began !== undefined)
        await writeChanges(this.#node, [{ ...ownState, state: 'stopped', message: '', began }]);
    });
  }

  /** Returns the changes that this node could not record when they happened. */
  #missed({ time }: Written): Change[] {
    const changes: Change[] = [];
    const before = this.#before ?? null;
    if (before === null) return changes;
    const failedFor = this.#failing === undefined ? undefined : this.#now() - this.#failing;
    const last = this.#known?.get(subjectOf(ownState));
    const wasSilent = failedFor === undefined && time - before > offlineAfterSeconds * 1000;
    // A server that starts after a graceful stop has recorded that stop.
    if (last && last.state !== 'stopped' && (this.#isFirst || wasSilent))
      changes.push({ ...ownState, state: 'offline', message: '', began: before });
    if (failedFor !== undefined) {
      const began = Math.max(before + 1, Math.round(time - failedFor));
      changes.push(
        { ...ownState, ...noDatabase, began },
        { kind: 'database', name: '', ...noDatabase, began },
      );
    }
    return changes;
  }

  /**
   * Returns the observations that are changes. Of a state that changes often, recoveries are left
   * out for up to an hour, so that the number of rows is limited.
   */
  async #withinLimit(observed: readonly Change[], time: number): Promise<Change[]> {
    const latest = new Map(this.#known);
    const isNew = (change: Change) => {
      const before = latest.get(subjectOf(change));
      return before === undefined ? !isUnused(change.state) : before.state !== change.state;
    };
    const changes: Change[] = [];
    let counts: Map<string, number> | undefined;
    for (const change of observed) {
      if (!isNew(change)) continue;
      counts ??= await countChanges(this.#node, time - hour);
      const subject = subjectOf(change);
      const count = counts.get(subject) ?? 0;
      const before = latest.get(subject);
      if (before && count >= changesPerHour && rankOf(change.state) < rankOf(before.state)) continue;
      counts.set(subject, count + 1);
      const recorded = { ...change, message: change.message.slice(0, maxMessageLength) };
      latest.set(subject, recorded);
      changes.push(recorded);
    }
    return changes;
  }

  /** Returns the recorded dependencies, so that those that no longer exist can be noted. */
  get dependencies(): Observation[] {
    return [...(this.#known?.values() ?? [])].filter(({ kind }) => kind !== 'node');
  }
}
