import type { StatusHistory, StatusTimeline } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import { millis, type Node, readNodes } from '../nodes.ts';
import { type Change, readChanges, type StatusKind, storedDays, subjectOf } from './changes.ts';
import { isUnused } from './rank.ts';
import { combine, type NodeTimeline, periodsOf, type Range } from './timelines.ts';

const order: readonly StatusKind[] = [
  ...(['node', 'database', 'blobs', 'disk', 'mail', 'ldap', 'oauth', 'saml', 'crowd', 'upstream'] as const),
];

/** Returns the history of all nodes and of all dependencies that were in use. */
export async function readHistory(): Promise<StatusHistory> {
  const [nodes, changes, clock] = await Promise.all([
    readNodes(),
    readChanges(),
    db().execute<{ now: number }>(sql`select ${millis(sql`now()`)} as now`),
  ]);
  const to = clock.rows[0]?.now ?? Date.now();
  const range = { from: to - storedDays * 86_400_000, to };
  const nodeTimelines = new Map(
    nodes.map((node) => [node.id, periodsOf(changesOfNode(node, changes), range)]),
  );
  const timelines: StatusTimeline[] = [
    ...[...nodeTimelines].map(([name, periods]) => ({ kind: 'node' as const, name, periods })),
    ...dependencies(changes, nodeTimelines, range),
  ];
  return { ...range, timelines };
}

type NodeChange = Change & { node: string };

/** Includes that a node is offline now, which it cannot record. */
function changesOfNode(node: Node, changes: readonly NodeChange[]): Change[] {
  const own = changes.filter(({ kind, node: id }) => kind === 'node' && id === node.id);
  if (node.online || own.at(-1)?.state === 'stopped') return own;
  const state = node.stopped ? 'stopped' : 'offline';
  return [...own, { kind: 'node', name: '', state, message: '', began: node.heartbeat }];
}

function dependencies(
  changes: readonly NodeChange[],
  nodes: Parameters<typeof combine>[1],
  range: Range,
): StatusTimeline[] {
  const bySubject = Map.groupBy(
    changes.filter(({ kind }) => kind !== 'node'),
    subjectOf,
  );
  const timelines = [...bySubject.values()].flatMap((found) => {
    const [first] = found;
    if (!first) return [];
    const byNode = Map.groupBy(found, ({ node }) => node);
    const seen: NodeTimeline[] = [...byNode].map(([node, own]) => ({ node, periods: periodsOf(own, range) }));
    return [{ kind: first.kind, name: first.name, periods: combine(seen, nodes, range) }];
  });
  return timelines
    .filter(({ periods }) => periods.some(({ state }) => !isUnused(state)))
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || (a.name < b.name ? -1 : 1));
}
