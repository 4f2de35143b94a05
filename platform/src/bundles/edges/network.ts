import type { PdnEdge, PdnGroups, PdnTransfers } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { selectDistributions } from './send/distributions.ts';
import { pairedServers } from './servers.ts';

/** Milliseconds that a check is valid for: checks run each minute. */
const validFor = 5 * 60_000;

interface Checked extends Record<string, unknown> {
  id: string;
  version: string;
  checked: number | null;
  checkError: string;
  active: number;
  failed: number;
}

/** Returns all edges by group, those without a group last. */
export async function edgeGroups(): Promise<PdnGroups> {
  const { edges } = await pairedServers();
  const { rows } = await db().execute<Checked>(sql`
    SELECT t.id::text, t.server_version AS version, (extract(epoch FROM t.checked) * 1000)::float8 AS checked, t.check_error AS "checkError",
      (SELECT count(*)::integer FROM distributions d WHERE d.edge_id = t.id AND d.state IN ('waiting', 'running')) AS active,
      (SELECT count(*)::integer FROM (SELECT DISTINCT ON (d.name, d.version) d.state FROM distributions d WHERE d.edge_id = t.id
        ORDER BY d.name, d.version, d.id DESC) l WHERE l.state = 'failed') AS failed
    FROM edge_targets t`);
  const groups = new Map<string, PdnEdge[]>();
  for (const edge of edges) {
    const found = rows.find(({ id }) => id === edge.id);
    if (!found) continue;
    const { version, checked, checkError, active, failed } = found;
    const shown: PdnEdge = {
      ...edge,
      state: stateOf(found),
      version: version === '' ? null : version,
      checked: checked === null ? null : new Date(checked).toISOString(),
      ...{ checkError, active, failed },
    };
    groups.set(edge.group, [...(groups.get(edge.group) ?? []), shown]);
  }
  const names = [...groups.keys()].sort((a, b) => Number(a === '') - Number(b === '') || (a < b ? -1 : 1));
  return { groups: names.map((name) => ({ name, edges: groups.get(name) ?? [] })) };
}

function stateOf({ checked, checkError }: Checked): PdnEdge['state'] {
  if (checked === null || Date.now() - checked > validFor) return 'unknown';
  return checkError === '' ? 'online' : 'offline';
}

/** Returns transfers to all edges, or to one of them, latest first. */
export async function edgeTransfers(query: {
  edge: string;
  offset: number;
  limit: number;
}): Promise<PdnTransfers> {
  const { edge, offset, limit } = query;
  const where = edge === '' ? sql`true` : sql`d.edge_id::text = ${edge}`;
  const stored = await selectDistributions(where, sql`ORDER BY d.id DESC LIMIT ${limit} OFFSET ${offset}`);
  const { rows } = await db().execute<{ total: number }>(
    sql`SELECT count(*)::integer AS total FROM distributions d WHERE ${where}`,
  );
  return {
    transfers: stored.map(({ createRepositories: _c, ...transfer }) => transfer),
    total: rows[0]?.total ?? 0,
  };
}
