import type { Job, JobState } from './Job.ts';
import type { JobKey, JobRow } from './jobTable.ts';

interface Defined {
  job: Job;
  key: JobKey;
  /** When this node checks the job next, or null if it runs only when woken. */
  due: Date | null;
}

/**
 * Returns the states of all jobs of this version, including those of other nodes, sorted by name.
 */
export function jobStates(defined: readonly Defined[], rows: readonly JobRow[]): JobState[] {
  const states = defined.flatMap(({ job, key, due }) => {
    const own = rows.find(({ name, node }) => name === key.name && node === key.node);
    const others =
      key.node === '' ? [] : rows.filter((row) => row.name === key.name && row.node !== key.node);
    return [stateOf(job, key.node, own, due), ...others.map((row) => stateOf(job, row.node, row, null))];
  });
  return states.sort((a, b) => order(a.name, b.name) || order(a.node ?? '', b.node ?? ''));
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const dateOf = (text: string | null | undefined) => (text ? new Date(text) : null);

function stateOf(job: Job, node: string, row: JobRow | undefined, due: Date | null): JobState {
  const running = row?.running ?? false;
  const failures = row?.failures ?? 0;
  return {
    name: job.name,
    description: job.description,
    deletes: job.deletes ?? false,
    node: node || (running ? (row?.leased_by ?? null) : null),
    state: running ? 'running' : failures > 0 ? 'failed' : 'idle',
    started: dateOf(row?.started),
    ended: dateOf(row?.ended),
    duration: row?.duration ?? null,
    nextRun: dateOf(row?.next_run) ?? due,
    failures,
    error: row?.error ?? null,
  };
}
