import type { Reservation, ReservationPage } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { packagesTypeOf } from '../PackageType.ts';
import { membersOf, type Repository } from '../repositories.ts';
import { ruleFor } from './prefixes.ts';
import type { Rule } from './Rule.ts';
import { rulesOf } from './rules.ts';

interface Row extends Record<string, unknown> {
  prefix: string;
  repositories: string[] | null;
  reserved: boolean | null;
  effect: 'reserved' | 'lifted' | null;
  createdBy: string | null;
  created: string | null;
}

/**
 * Lists prefixes of a virtual repository that are reserved, lifted, or not reserved because an
 * upstream served them first.
 */
export async function listReservations(
  repository: Repository,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<ReservationPage> {
  const type = packagesTypeOf(repository.packageType);
  const members = await membersOf(repository);
  const of = (wanted: Repository['type']) =>
    sql`ANY(${sql.param(members.filter((each) => each.type === wanted).map(({ key }) => key))}::text[])`;
  const { rows } = await db().execute<Row>(sql`
    WITH owned AS (
      SELECT l.namespace, array_agg(l.repo ORDER BY l.repo) AS repos, min(l.since) AS since FROM name_claims l
      WHERE l.type = ${type} AND l.repo = ${of('local')} AND l.namespace > ${after}
      GROUP BY l.namespace ORDER BY l.namespace LIMIT ${limit + 1}
    ), ruled AS (
      SELECT r.* FROM name_rules r WHERE r.repo = ${repository.key} AND r.prefix > ${after} ORDER BY r.prefix LIMIT ${limit + 1}
    )
    SELECT coalesce(ruled.prefix, owned.namespace) AS prefix, owned.repos AS repositories, ruled.effect,
      ruled.created_by AS "createdBy", to_char(ruled.created AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created,
      NOT EXISTS (SELECT FROM name_claims r
        WHERE r.type = ${type} AND r.namespace = owned.namespace AND r.repo = ${of('remote')} AND r.since <= owned.since) AS reserved
    FROM owned FULL JOIN ruled ON ruled.prefix = owned.namespace ORDER BY 1 LIMIT ${limit + 1}`);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const rules = await rulesOf(repository.key);
  const wider = (prefix: string) => ruleFor(type, rules, prefix);
  return {
    reservations: page.map((row) => shown(row, wider(row.prefix))),
    ...(last ? { next: last.prefix } : {}),
  };
}

function shown(row: Row, rule: Rule | undefined): Reservation {
  const { prefix, repositories, effect, reserved, createdBy, created } = row;
  return {
    prefix,
    state: effect ?? rule?.effect ?? (reserved ? 'reserved-by-default' : 'open'),
    ...(effect === null && rule ? { rule: rule.prefix } : {}),
    repositories: repositories ?? [],
    ...(createdBy === null ? {} : { createdBy }),
    ...(created === null ? {} : { created }),
  };
}
