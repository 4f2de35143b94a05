import { type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { db } from '../../../database/db.ts';
import { type BundlePart, jsonPart } from '../BundlePart.ts';
import { withoutSecrets } from '../cleanText.ts';
import { describeSettings } from './settingsShown.ts';

/**
 * Queries select columns explicitly, so that columns with encrypted secrets or hashes are never
 * read.
 */
const stored = {
  platform: sql`SELECT name, value, changed, changed_by FROM platform_settings ORDER BY name`,
  access: sql`SELECT name, value, sealed IS NOT NULL AS "secretSet", changed, changed_by FROM access_settings ORDER BY name`,
  openIdProviders: sql`SELECT name, value, sealed IS NOT NULL AS "secretSet", changed, changed_by FROM oauth_providers ORDER BY name`,
  samlProviders: sql`SELECT name, value, changed, changed_by FROM saml_providers ORDER BY name`,
};

const repositories = sql`
  SELECT r.key AS repository, r.type, r.package_type, r.description, r.url, r.members, r.options, r.created, r.modified, r.project_key,
    r.environments, c.kind AS "credentials"
  FROM repositories r LEFT JOIN upstream_credentials c ON c.repo = r.key ORDER BY r.key LIMIT 20000`;

/** Numbers of users and permissions, without names and email addresses. */
const people = sql`
  SELECT (SELECT count(*)::int FROM users) AS users,
    (SELECT count(*)::int FROM users WHERE admin) AS administrators,
    (SELECT count(*)::int FROM users WHERE NOT enabled) AS disabled,
    (SELECT count(*)::int FROM users WHERE mfa_since IS NOT NULL) AS "withMfa",
    (SELECT count(*)::int FROM groups) AS groups,
    (SELECT count(*)::int FROM permissions) AS permissions,
    (SELECT count(*)::int FROM projects) AS projects,
    (SELECT count(*)::int FROM tokens) AS tokens,
    (SELECT count(*)::int FROM api_keys) AS "apiKeys",
    (SELECT count(*)::int FROM sessions WHERE expires > now()) AS sessions`;

/** Settings of the environment, which can differ between nodes. */
export function settingsPart(app: FastifyInstance): BundlePart {
  const file = {
    path: 'configuration/settings.json',
    about: 'Settings of the environment; secrets are shown as "set"',
    read: () => describeSettings(app.settings),
  };
  return jsonPart('configuration', [file], { perNode: true });
}

export function configurationPart(): BundlePart {
  return jsonPart('configuration', [
    {
      path: 'configuration/stored.json',
      about: 'Settings that administrators changed, without secrets',
      async read() {
        const read: Record<string, unknown> = {};
        for (const [name, query] of Object.entries(stored)) read[name] = await rowsOf(query);
        return read;
      },
    },
    {
      path: 'configuration/repositories.json',
      about: 'Repositories; of credentials only their kind',
      read: async () => ({ repositories: await rowsOf(repositories) }),
    },
    {
      path: 'configuration/people.json',
      about: 'Numbers of users, groups, permissions, and tokens',
      read: async () => (await rowsOf(people))[0] as object,
    },
  ]);
}

async function rowsOf(query: SQL): Promise<unknown[]> {
  const { rows } = await db().execute(query);
  return rows.map(({ credentials, ...row }) => ({
    ...(withoutSecrets(row) as object),
    ...(credentials === undefined ? {} : { credentials }),
  }));
}
