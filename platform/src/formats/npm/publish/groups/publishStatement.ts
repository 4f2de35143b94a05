import { query } from '../../../../database/db.ts';
import { queueStatement } from '../../../../files/archiveQueue.ts';
import { claimStatement, claimsOf } from '../../../../packages/nameClaims.ts';
import { queueScans } from '../../../../packages/scanQueue.ts';
import type { NpmPublication } from '../npmPublication.ts';
import type { VersionRow } from './versionRow.ts';

/**
 * All steps of the pipeline in one statement, and therefore in one transaction: store, index, and
 * queue.
 */
const parts = `
  unpublished AS MATERIALIZED (
    SELECT FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS g (repo, name, version, sha256)
    JOIN npm_unpublished u ON u.repo = g.repo AND u.name = g.name AND u.version = g.version
    WHERE u.sha256 <> g.sha256
  ),
  published AS MATERIALIZED (SELECT * FROM publish_npm_versions($1::json) WHERE NOT EXISTS (SELECT FROM unpublished)),
  scans AS (${queueScans('published')}),
  archives AS (${queueStatement('tar', 'published')})
  SELECT ARRAY(SELECT place FROM published) AS places WHERE NOT EXISTS (SELECT FROM unpublished)`;

const statement = { name: 'publish-npm-versions', text: `WITH ${parts}` };
/** The same for the first names in their scopes. */
const claiming = {
  name: 'publish-and-claim-npm-versions',
  text: `WITH claimed AS (${claimStatement(6)}), ${parts}`,
};

export interface PublishedGroup {
  /**
   * The places of the new versions in the list. Undefined, and nothing is published, if one was
   * unpublished with other content.
   */
  places: readonly number[] | undefined;
  /** Call it once the rows are durable. */
  done(): void;
}

/** Publishes versions, no two of one package. */
export async function publishGroup(
  publications: readonly NpmPublication[],
  rows: readonly VersionRow[],
): Promise<PublishedGroup> {
  const column = (of: (publication: NpmPublication) => string) => publications.map(of);
  const values = [
    JSON.stringify(rows.map((row, place) => ({ ...row, place }))),
    column(({ repo }) => repo),
    column(({ name }) => name),
    column(({ version }) => version),
    column(({ blob }) => blob.sha256),
  ];
  const claims = claimsOf(publications.map(({ repo, name }) => ({ repo, type: 'npm', name })));
  const [result] = claims
    ? await query<{ places: number[] }>(claiming, [...values, ...claims.values])
    : await query<{ places: number[] }>(statement, values);
  return { places: result?.places, done: () => claims?.done() };
}
