import type { StatusPeriod } from '@lading/contract/rest';
import type { Change } from './changes.ts';
import { isAway, rankOf } from './rank.ts';

/** A range of time in epoch milliseconds. */
export interface Range {
  from: number;
  to: number;
}

/** History of one subject on one node. */
export interface NodeTimeline {
  node: string;
  periods: readonly StatusPeriod[];
}

/**
 * Returns the periods between changes, oldest first. Before the first change, the state is unknown.
 */
export function periodsOf(changes: readonly Change[], range: Range): StatusPeriod[] {
  const unknown = { began: Number.NEGATIVE_INFINITY, state: 'unknown' as const, message: '' };
  const states = [unknown, ...changes];
  return joined(
    states.map(({ began, state, message }, at) => ({
      from: Math.max(began, range.from),
      to: Math.min(states[at + 1]?.began ?? range.to, range.to),
      ...{ state, message, node_ids: [] },
    })),
  );
}

/**
 * Combines what several nodes saw of one dependency: the worst state that any running node saw.
 * `nodes` are the histories of the nodes.
 */
export function combine(
  seen: readonly NodeTimeline[],
  nodes: ReadonlyMap<string, readonly StatusPeriod[]>,
  range: Range,
): StatusPeriod[] {
  const all = seen.flatMap(({ node, periods }) => [periods, nodes.get(node) ?? []]);
  const times = new Set(all.flatMap((periods) => periods.flatMap(({ from, to }) => [from, to])));
  const bounds = [...times.add(range.from).add(range.to)].sort((a, b) => a - b);
  const views = seen.map(({ node, periods }) => ({
    node,
    period: cursor(periods),
    nodePeriod: cursor(nodes.get(node) ?? []),
  }));
  return joined(
    bounds.slice(0, -1).map((from, at) => {
      const to = bounds[at + 1] ?? from;
      const current = views.flatMap(({ node, period, nodePeriod }) => {
        const found = period(from);
        return found && !isAway(nodePeriod(from)?.state ?? 'unknown') ? [{ ...found, node }] : [];
      });
      return { from, to, ...worst(current) };
    }),
  );
}

function worst(current: readonly (StatusPeriod & { node: string })[]): Omit<StatusPeriod, 'from' | 'to'> {
  const [first] = [...current].sort((a, b) => rankOf(b.state) - rankOf(a.state));
  if (!first) return { state: 'unknown', message: '', node_ids: [] };
  const { state, message } = first;
  if (rankOf(state) <= rankOf('ok')) return { state, message, node_ids: [] };
  return {
    ...{ state, message },
    node_ids: current.filter((each) => each.state === state).map(({ node }) => node),
  };
}

/** Returns a function that finds the period of a time. Must be called with increasing times. */
function cursor(periods: readonly StatusPeriod[]): (time: number) => StatusPeriod | undefined {
  let at = 0;
  return (time) => {
    while (at < periods.length && (periods[at]?.to ?? 0) <= time) at++;
    return periods[at];
  };
}

/** Leaves out empty periods, and joins equal ones that follow each other. */
function joined(periods: readonly StatusPeriod[]): StatusPeriod[] {
  const result: StatusPeriod[] = [];
  for (const period of periods) {
    if (period.to <= period.from) continue;
    const last = result.at(-1);
    if (last && isSame(last, period)) last.to = period.to;
    else result.push({ ...period });
  }
  return result;
}

function isSame(one: StatusPeriod, other: StatusPeriod): boolean {
  return (
    one.state === other.state &&
    one.message === other.message &&
    one.node_ids.join() === other.node_ids.join()
  );
}
