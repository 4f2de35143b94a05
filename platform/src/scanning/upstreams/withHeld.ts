import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Advisory, Affected } from '../../advisories/Advisory.ts';
import { db } from '../../database/db.ts';

/**
 * Adds the other affected packages stored for these advisories: an upstream reports only packages
 * that it was asked for.
 */
export async function withHeld(told: readonly Advisory[]): Promise<Advisory[]> {
  const { rows } = await db().execute<{
    advisory: string;
    ecosystem: string;
    name: string;
    affected: Affected[];
  }>(sql`
    SELECT p.advisory, p.ecosystem, p.name, p.affected FROM advisory_packages p JOIN advisories a ON a.id = p.advisory
    WHERE a.id = ANY(${sql.param(told.map(({ id }) => id))}::text[]) AND a.source LIKE 'upstream:%'`);
  return told.map((advisory) => {
    const known = new Map(rows.filter((row) => row.advisory === advisory.id).map((row) => [keyOf(row), row]));
    for (const one of advisory.packages) known.delete(keyOf(one));
    const others = [...known.values()].map(({ ecosystem, name, affected }) => ({
      ecosystem,
      name,
      affected,
    }));
    const packages = [...advisory.packages, ...others].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const { title, severity, url } = advisory;
    const ranges = packages.map((one) => [keyOf(one), one.affected.map(({ npmRange }) => npmRange)]);
    const said = JSON.stringify([title, severity, url, ranges]);
    return { ...advisory, packages, hash: createHash('sha256').update(said).digest('base64') };
  });
}

const keyOf = ({ ecosystem, name }: { ecosystem: string; name: string }) => `${ecosystem}\n${name}`;
