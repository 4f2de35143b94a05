import type { Distribution, Distributions, NewDistribution } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { db, transaction } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { wakeJob } from '../../../jobs/install.ts';
import { placeColumns, present } from '../servers.ts';
import { announceDistribution } from './announceDistribution.ts';

/** Name of the job that sends bundles. */
export const distributeJob = 'distribute-bundles';

interface Named {
  name: string;
  version: string;
}

interface Row
  extends Record<string, unknown>,
    Omit<Distribution, 'created' | 'finished' | 'nextAttempt'>,
    Named {
  created: number;
  finished: number | null;
  nextAttempt: number;
  createRepositories: boolean;
}

export type StoredDistribution = Distribution & Named & { createRepositories: boolean };

/** Selects distributions by a condition on `distributions d`, latest first. */
export async function selectDistributions(
  where: SQL,
  rest: SQL = sql`ORDER BY d.id DESC`,
): Promise<StoredDistribution[]> {
  const { rows } = await db().execute<Row>(sql`
    SELECT d.id::text, d.edge_id::text AS "edgeId", t.name AS edge, d.name, d.version, d.kind, d.state, d.attempts, d.blobs,
      d.blobs_sent AS "blobsSent", d.bytes::float8 AS bytes, d.bytes_sent::float8 AS "bytesSent", d.message, d.created_by AS "createdBy",
      d.create_repositories AS "createRepositories", (extract(epoch FROM d.created) * 1000)::float8 AS created,
      (extract(epoch FROM d.finished) * 1000)::float8 AS finished, (extract(epoch FROM d.next_attempt) * 1000)::float8 AS "nextAttempt"
    FROM distributions d JOIN edge_targets t ON t.id = d.edge_id WHERE ${where} ${rest}`);
  return rows.map(({ created, finished, nextAttempt, ...row }) => ({
    ...row,
    created: new Date(created).toISOString(),
    finished: finished === null ? null : new Date(finished).toISOString(),
    nextAttempt: row.state === 'waiting' ? new Date(nextAttempt).toISOString() : null,
  }));
}

/** Returns the distributions of a version, and the edges that it can be distributed to. */
export async function distributionsOf(
  { name, version }: Named,
  mayDistribute: boolean,
): Promise<Distributions> {
  const stored = await selectDistributions(
    sql`d.name = ${name} AND d.version = ${version}`,
    sql`ORDER BY d.id DESC LIMIT 100`,
  );
  const distributions = stored.map(({ name: _n, version: _v, createRepositories: _c, ...shown }) => shown);
  const edges = mayDistribute ? await edgesFor({ name, version }) : [];
  return { distributions, edges, mayDistribute };
}

export async function edgesFor({ name, version }: Named): Promise<Distributions['edges']> {
  const { rows } = await db().execute<Distributions['edges'][number]>(sql`
    SELECT t.id::text, t.name, ${placeColumns}, coalesce((SELECT p.kind = 'distribute' FROM ${present} p
      WHERE p.edge_id = t.id AND p.name = ${name} AND p.version = ${version}), false) AS present
    FROM edge_targets t ORDER BY t.name`);
  return rows;
}

/**
 * Queues the order for each edge. Returns the IDs. Throws `HttpError` 404, or 409 if one is queued
 * already.
 */
export async function orderDistribution(
  { name, version }: Named,
  { edges, kind, createRepositories }: NewDistribution,
  by: string,
): Promise<string[]> {
  const ids = await transaction(async () => {
    const { rows: known } = await db().execute<{ id: string; name: string }>(sql`
      SELECT id::text, name FROM edge_targets WHERE id::text = ANY(${sql.param([...edges])}::text[]) ORDER BY id FOR UPDATE`);
    const absent = edges.find((id) => !known.some((edge) => edge.id === id));
    if (absent !== undefined)
      throw new HttpError(404, 'SERVER_NOT_FOUND', `Edge "${absent.slice(0, 50)}" not found`);
    const open =
      await selectDistributions(sql`d.name = ${name} AND d.version = ${version} AND d.state IN ('waiting', 'running')
      AND d.edge_id::text = ANY(${sql.param([...edges])}::text[])`);
    if (open[0]) {
      throw new HttpError(
        409,
        'IN_PROGRESS',
        `${name} ${version} is already being distributed to ${open[0].edge}, or removed from there. Wait until that ends, or abort it`,
      );
    }
    const { rows } = await db().execute<{ id: string }>(sql`
      INSERT INTO distributions (edge_id, name, version, kind, create_repositories, created_by)
      SELECT t.id, ${name}, ${version}, ${kind}, ${createRepositories}, ${by} FROM edge_targets t
      WHERE t.id::text = ANY(${sql.param([...edges])}::text[]) RETURNING id::text`);
    for (const { name: edge } of known) announceDistribution({ name, version, kind, edge }, 'started');
    return rows.map(({ id }) => id);
  });
  wakeJob(distributeJob);
  return ids;
}

/** Throws `HttpError` 404 and 409. */
export async function retryDistribution(named: Named, id: string): Promise<void> {
  await change(
    'started',
    named,
    id,
    ['failed', 'aborted', 'waiting'],
    sql`state = 'waiting', attempts = 0, next_attempt = now(), message = '', finished = NULL`,
  );
  wakeJob(distributeJob);
}

/** Throws `HttpError` 404 and 409. */
export async function abortDistribution(named: Named, id: string): Promise<StoredDistribution> {
  return change(
    'aborted',
    named,
    id,
    ['waiting', 'running'],
    sql`state = 'aborted', finished = now(), message = ''`,
  );
}

async function change(
  happened: 'started' | 'aborted',
  { name, version }: Named,
  id: string,
  from: string[],
  set: SQL,
): Promise<StoredDistribution> {
  const one = sql`d.name = ${name} AND d.version = ${version} AND d.id::text = ${id}`;
  return transaction(async () => {
    const { rowCount } = await db().execute(
      sql`UPDATE distributions d SET ${set} WHERE ${one} AND d.state = ANY(${sql.param(from)}::text[])`,
    );
    const [found] = await selectDistributions(one);
    if (!found)
      throw new HttpError(
        404,
        'DISTRIBUTION_NOT_FOUND',
        `Distribution "${id.slice(0, 30)}" of ${name} ${version} not found`,
      );
    if (rowCount !== 1)
      throw new HttpError(409, 'WRONG_STATE', `The distribution is ${found.state}. Reload the page`);
    announceDistribution(found, happened);
    return found;
  });
}
