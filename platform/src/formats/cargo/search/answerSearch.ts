import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../../access/gateway.ts';
import { db } from '../../../database/db.ts';
import { inAnyReach, readable } from '../../../files/tree/reach.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { packageType } from '../indexCrate.ts';

interface Found extends Record<string, unknown> {
  name: string;
  max_version: string;
  description: string | null;
  total: number;
}

/**
 * Searches crates by the words in their name or description, for `cargo search`. Finds only cached
 * crates of an upstream.
 *
 * ```text
 * GET /artifactory/api/cargo/{repo}/api/v1/crates?q=kite&per_page=10 200 {"crates": [{"name":
 * "kite", "max_version": "1.0.0", "description": "…"}], "meta": {"total": 1}}
 * ```
 *
 * https://doc.rust-lang.org/cargo/reference/registry-web-api.html#search
 */
export async function answerSearch(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
): Promise<FastifyReply> {
  const { q, per_page, page } = request.query as Record<string, unknown>;
  const size = numberOf(per_page, 10, 100);
  const offset = (numberOf(page, 1, 1000) - 1) * size;
  const words = (typeof q === 'string' ? q : '').slice(0, 200).replaceAll('\0', '').toLowerCase();
  const within = await readable(callerOf(request), repository);
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await db().execute<Found>(sql`
    SELECT p.name, l.latest_version AS max_version, l.description, count(*) OVER ()::float8 AS total
    FROM (SELECT DISTINCT ON (package_id) package_id, latest_version, latest_key, description FROM package_listings
      WHERE type = ${packageType} AND ${inAnyReach(within, sql`repo`, sql`name_lower`)}
      ORDER BY package_id, latest_key DESC) l
    JOIN packages p ON p.id = l.package_id
    WHERE p.name_lower LIKE ${pattern} OR lower(l.description) LIKE ${pattern}
    ORDER BY p.name_lower <> ${words}, position(${words} IN p.name_lower) = 0, p.name LIMIT ${size} OFFSET ${offset}`);
  return reply.send({
    crates: rows.map(({ name, max_version, description }) => ({
      name,
      max_version,
      description: description ?? '',
    })),
    meta: { total: rows[0]?.total ?? 0 },
  });
}

function numberOf(value: unknown, otherwise: number, most: number): number {
  const number = Number(typeof value === 'string' ? value : Number.NaN);
  return Number.isInteger(number) && number > 0 ? Math.min(number, most) : otherwise;
}
