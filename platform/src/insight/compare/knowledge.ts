import type { ComponentIssue, ScanKnowledge } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { ecosystemOf } from '../../advisories/ecosystems.ts';
import { issuesOf } from '../../advisories/knownIssues.ts';
import { db } from '../../database/db.ts';
import type { PackageKey } from '../../packages/list/packageId.ts';
import { currentScans, isCovered, isWaiting } from '../../packages/scans.ts';

/** Known vulnerabilities of a version. */
export interface Knowledge {
  scan: ScanKnowledge;
  issues: readonly ComponentIssue[];
}

/** Tells apart what is known, what waits for its scan, and what no advisories cover. */
export async function knowledgeOf({ type, name }: PackageKey, version: string): Promise<Knowledge> {
  const scans = await currentScans();
  if (!scans.on) return { scan: 'off', issues: [] };
  // Packages of a type without advisories are never scanned.
  if (ecosystemOf(type) === undefined) return { scan: 'unknown', issues: [] };
  const { rows } = await db().execute<{ id: string; waiting: boolean; covered: boolean }>(sql`
    SELECT p.id::text, ${isWaiting(sql`p.id`, sql`${version}::text`)} AS waiting, ${isCovered(sql`p.id`, sql`p.type`, scans)} AS covered
    FROM packages p WHERE p.type = ${type} AND p.name = ${name}`);
  const [row] = rows;
  if (!row || row.waiting) return { scan: 'pending', issues: [] };
  const issues = await issuesOf(row.id, version);
  return { scan: issues.length > 0 || row.covered ? 'known' : 'unknown', issues };
}
