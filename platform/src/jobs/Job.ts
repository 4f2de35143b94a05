/** Work that the server does automatically, on a schedule or on demand. */
export interface Job {
  /** Unique, in lowercase with hyphens; part of the URL that runs it: `scan-versions`. */
  name: string;
  /** Phrase for administrators, such as `Deletes expired sessions`. */
  description: string;
  /**
   * `one` runs on one node of the cluster at a time. `each` runs on every node, for state in its
   * memory or on its disk.
   */
  cluster: 'one' | 'each';
  /** Seconds from the end of a run to the next one. Absent if the job runs only when woken. */
  every?: number;
  /**
   * Seconds from server start to the first run. Default: `every`, but at most 10 minutes. A run on
   * another node counts.
   */
  first?: number;
  /** Delay from a wake to the run, in milliseconds, to batch work that arrives together. */
  settle?: number;
  /** Waits for other sequential jobs on this node to end, to limit the load on the database. */
  sequential?: boolean;
  /**
   * Returns whether there is something to do, with one small query. Prevents scheduled runs without
   * work from writing state. A wake, a retry, and a manual run skip this check. The first run after
   * a start ignores the schedule if work is pending, because a killed node has lost its wakes.
   */
  pending?(): Promise<boolean>;
  /**
   * Set if it deletes content or records that users can still need, even old ones. The console asks
   * before it runs such a job.
   */
  deletes?: boolean;
  /**
   * Does the pending work. Must end early when the signal is aborted, because the server stops or
   * another node has taken over. Returns the number of deleted objects, if any, for the log.
   */
  run(signal: AbortSignal): Promise<unknown>;
}

/** State of a job for administrators. A job that runs on each node has one state per node. */
export interface JobState {
  name: string;
  description: string;
  /** Whether it deletes content or records: see `Job`. */
  deletes: boolean;
  /**
   * Node that runs it now or, for a job of each node, the node of this entry. Null if any node can
   * run it next.
   */
  node: string | null;
  /** A `failed` job is retried at `nextRun`. */
  state: 'idle' | 'running' | 'failed';
  /** Start of the current or last run. */
  started: Date | null;
  /** End of the last finished run. */
  ended: Date | null;
  /** Duration of the last finished run, in milliseconds. */
  duration: number | null;
  /** Null if it runs only when woken. */
  nextRun: Date | null;
  /** Consecutive failed runs. */
  failures: number;
  /** Error of the last run, if it failed. */
  error: string | null;
}
