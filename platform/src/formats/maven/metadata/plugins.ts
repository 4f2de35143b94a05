import { sql } from 'drizzle-orm';
import { db, prepared } from '../../../database/db.ts';

export interface Plugin {
  name: string;
  prefix: string;
  artifact: string;
}

/** A plugin that was deployed: its prefix follows from its name until a client's metadata says another. */
export async function keepPlugin(
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

/** What a client's metadata says of plugins that are here. */
export async function keepPrefixes(repo: string, group: string, plugins: readonly Plugin[]): Promise<void> {
  for (const { artifact, prefix, name } of plugins.slice(0, 1000)) {
    await db().execute(sql`
      UPDATE maven_plugins SET prefix = ${prefix}, name = ${name || artifact}
      WHERE repo = ${repo} AND group_name = ${group} AND artifact = ${artifact}`);
  }
}

/** Those of the group that the repository has a version of. */
export async function pluginsOf(repo: string, group: string): Promise<Plugin[]> {
  // However it was planned: one look into the index for each.
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

export async function forgetPlugins(repo: string): Promise<void> {
  await db().execute(sql`DELETE FROM maven_plugins WHERE repo = ${repo}`);
}
