import { type SQL, sql } from 'drizzle-orm';

/**
 * Selects the queued versions over all repositories, with `package_id`, `version`, and `sort_key`;
 * all versions of a package without a queued version. `given`: arrays of package IDs, sort keys,
 * and versions.
 */
export function versionsToScan(given: SQL): SQL {
  return sql`(
    SELECT DISTINCT v.package_id, v.name AS version, v.sort_key
    FROM unnest(${given}) AS t (package_id, key, name) JOIN versions v ON v.package_id = t.package_id WHERE t.key IS NULL
    UNION
    SELECT v.package_id, v.name, v.sort_key FROM unnest(${given}) AS t (package_id, key, name)
    JOIN versions v ON v.package_id = t.package_id AND v.sort_key = t.key AND v.name = t.name)`;
}
