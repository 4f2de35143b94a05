/** Work that the server does by itself, on a schedule or when there is something to do. */
export interface Job {
  /** Unique, in lowercase with hyphens; part of the URL that runs it: `scan-versions`. */
  name: string;
  /** For administrators, as a phrase: `Deletes expired sessions`. */
  description: string;
  /** `one`: on one node of the cluster at a time. `each`: on every node, for what that node has in memory or on its disk. */
  cluster: 'one' | 'each';
  /** Seconds from the end of a run to the next one. Absent: it runs when it is woken. */
  every?: number;
  /** Seconds from the start of the server to the first run. Default: `every`, but at most 10 minutes. A run of another node counts. */
  first?: number;
  /** Milliseconds from a wake to the run, so that work that arrives together is done together. */
  settle?: number;
  /** Waits until other sequential jobs on this node have ended, so that they don't load the database together. */
  sequential?: boolean;
  /**
   * Whether there is something to do, by one small query: then a scheduled run that would find nothing writes no state. A wake, a retry,
   * and a request run without it.
   */
  pending?(): Promise<boolean>;
  /**
   * Does what there is to do. Ends early when the signal is aborted: the server stops, or another node has taken over. A number is how much
   * was deleted, for the log.
   */
  run(signal: AbortSignal): Promise<unknown>;
}

/** A job as administrators see it; on one node where each node runs it. */
export interface JobState {
  name: string;
  description: string;
  /** The node that runs it now or, for a job of each node, the node of this entry. Null: any node can run it next. */
  node: string | null;
  /** `failed`: it is retried at `nextRun`. */
  state: 'idle' | 'running' | 'failed';
  /** Start of the current or last run. */
  started: Date | null;
  /** End of the last finished run. */
  ended: Date | null;
  /** Of the last finished run, in milliseconds. */
  duration: number | null;
  /** Null: when there is something to do. */
  nextRun: Date | null;
  /** Failed runs in a row. */
  failures: number;
  /** Of the last run, where it failed. */
  error: string | null;
}
