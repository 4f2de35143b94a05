import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';

/**
 * The attestations of a version in the repositories that publish it, as the JSON that clients get;
 * null where the version has none.
 */
export async function ownProvenance(
  repos: readonly string[],
  name: string,
  version: string,
): Promise<Map<string, string | null>> {
  if (repos.length === 0) return new Map();
  const { rows } = await db().execute<{ repo: string; dist: string; bundle: string | null }>(sql`
    SELECT repo, dist, provenance AS bundle FROM npm_versions
    WHERE repo = ANY(${sql.param([...repos])}::text[]) AND name = ${name} AND version = ${version}`);
  return new Map(rows.map(({ repo, dist, bundle }) => [repo, bundle && answerOf(dist, bundle)]));
}

/** The bundle is sent as it was published, with fields that only newer clients know. */
function answerOf(dist: string, bundle: string): string {
  const { attestations } = JSON.parse(dist) as { attestations?: { provenance?: { predicateType?: string } } };
  const predicateType = JSON.stringify(attestations?.provenance?.predicateType ?? '');
  return `{"attestations":[{"predicateType":${predicateType},"bundle":${bundle}}]}`;
}
