import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';

/** Maximum number of uses within a number of seconds. */
export interface RateLimit {
  most: number;
  within: number;
}

/** Counts one use. Returns whether it is within the limit. Only a hash of the key is stored. */
export async function countUse(what: string, whose: string, { most, within }: RateLimit): Promise<boolean> {
  const key = `${what} ${createHash('sha256').update(whose).digest('hex').slice(0, 32)}`;
  const old = sql`u.since < now() - make_interval(secs => ${within})`;
  const { rows } = await db().execute<{ uses: number }>(sql`
    insert into use_counts as u (key, uses, since) values (${key}, 1, now())
    on conflict (key) do update set uses = case when ${old} then 1 else least(u.uses + 1, 1000000) end,
      since = case when ${old} then now() else u.since end
    returning uses`);
  return (rows[0]?.uses ?? 1) <= most;
}

/** Deletes old counts. */
export async function dropOldUses(): Promise<void> {
  await db().execute(sql`delete from use_counts where since < now() - interval '1 day'`);
}

/**
 * Returns the network of an IPv6 address, because an attacker can use any number of addresses in
 * it.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array(Math.max(0, 8 - left.length - right.length)).fill('0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}
