import { sql } from 'drizzle-orm';
import { db, prepared } from '../../../database/db.ts';

export interface Plugin {
  name: string;
  prefix: string;
  artifact: string;
}

/**
 * Records a deployed plugin. Its prefix is derived from its name until a client's metadata
 * specifies another.
 */
export async function savePlugin(
  repo: string,
  { group, artifact }: { group: string; artifact: string },
  name: string,
): Promise<void> {
  const prefix =
    artifact === 'maven-plugin-plugin'
      ? 'plugin'
      : artifact.replace(/-?maven-?/g, '').replace(/-?plugin-?/g, '');
  await db().execute(sql`
    INSERT INTO maven_plugins (repo, group_name, artifact, prefix, name)
    VALUES (${repo}, ${group}, ${artifact}, ${prefix || artifact}, ${(name || artifact).slice(0, 1000)}) ON CONFLICT DO NOTHING`);
}

/** Stores names and prefixes from a client's metadata, for plugins in this repository. */
export async function savePrefixes(repo: string, group: string, plugins: readonly Plugin[]): Promise<void> {
  for (const { artifact, prefix, name } of plugins.slice(0, 1000)) {
    await db().execute(sql`
      UPDATE maven_plugins SET prefix = ${prefix}, name = ${name || artifact}
      WHERE repo = ${repo} AND group_name = ${group} AND artifact = ${artifact}`);
  }
}

/** The plugins of the group that have a version in the repository. */
export async function pluginsOf(repo: string, group: string): Promise<Plugin[]> {
  // Nested so that every query plan does one index lookup per plugin.
  return prepared<Plugin & Record<string, unknown>>(
    'maven-plugins',
    sql`
    SELECT m.name, m.prefix, m.artifact FROM maven_plugins m
    WHERE m.repo = ${repo} AND m.group_name = ${group} AND (
      SELECT true FROM packages p WHERE p.type = 'maven' AND p.name = m.group_name || ':' || m.artifact
        AND (SELECT true FROM package_listings l WHERE l.package_id = p.id AND l.repo = m.repo LIMIT 1) LIMIT 1)
    ORDER BY m.artifact`,
  );
}

export async function deletePlugins(repo: string): Promise<void> {
  await db().execute(sql`DELETE FROM maven_plugins WHERE repo = ${repo}`);
}
