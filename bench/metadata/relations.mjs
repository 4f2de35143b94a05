// Adds data of a platform in use besides its packages: dependencies and advisories.
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '../harness/database.mjs';
import { authorization } from '../harness/lading.mjs';
import { nameOf, packageName, withoutIndexes } from './generate.mjs';

/** Packages that are each a dependency of a tenth of all packages. */
export const popular = [1, 2, 3, 4].map(packageName);
const advisories = 500;

/**
 * One need for each generated package: four in ten need one of four packages, the others one of
 * their own. All of them were looked at for advisories, of which there are some.
 */
export async function relate(lading, { packages, log }) {
  const client = await connect(lading);
  try {
    await client.query('SET session_replication_role = replica');
    await client.query('SET statement_timeout = 0');
    await client.query(`SET maintenance_work_mem = '512MB'`);
    await withoutIndexes(client, ['package_dependents', 'scanned_packages'], log, async () => {
      // The newest version as each listing shows it; the number that a generated name ends with is
      // its place.
      await client.query(
        `INSERT INTO package_dependents (type, name, by_lower, package_id, repo, sort_key, version, range, development)
         SELECT p.type, CASE WHEN n % 10 BETWEEN 1 AND 4 THEN ($2::text[])[n % 10] ELSE ${nameOf('((n * 7) % $1)')} END,
           left(p.name_lower, 200), p.id, l.repo, l.latest_key, l.latest_version, '^1.0.0', n % 20 = 0
         FROM (SELECT p.*, row_number() OVER (ORDER BY p.id)::integer - 1 AS n FROM packages p
           WHERE p.type = 'npm' AND p.name ~ '^[a-z]+-[a-z]+-[0-9]+$') p
         JOIN package_listings l ON l.package_id = p.id AND l.repo = 'npm-local'`,
        [packages, popular],
      );
      await client.query(
        `INSERT INTO scanned_packages (package_id, type, name) SELECT id, type, name FROM packages WHERE type = 'npm'
         ON CONFLICT DO NOTHING`,
      );
    });
    log('dependencies and scan results');
    await client.query('VACUUM ANALYZE package_dependents, scanned_packages');
    await importAdvisories(lading, client, packages);
  } finally {
    await client.end();
  }
}

/** Each is about two versions of one package, spread over all of them. */
async function importAdvisories(lading, client, packages) {
  const lines = Array.from({ length: advisories }, (_, n) =>
    JSON.stringify({
      id: `BENCH-${n}`,
      modified: '2026-01-01T00:00:00Z',
      summary: 'Lets everyone in',
      affected: [
        {
          package: { ecosystem: 'npm', name: packageName(Math.floor((n * packages) / advisories)) },
          ranges: [{ type: 'SEMVER', events: [{ introduced: '1.1.0' }] }],
        },
      ],
      database_specific: { severity: 'HIGH' },
    }),
  );
  const begun = await fetch(`${lading.origin}/xray/api/v1/advisories/imports?name=bench.ndjson`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  });
  if (!begun.ok) throw new Error(`advisories: ${begun.status} ${await begun.text()}`);
  for (let turn = 0; turn < 600; turn += 1) {
    const { rows } = await client.query(
      `SELECT (SELECT count(*) FROM version_scans) >= $1 AND NOT EXISTS (SELECT FROM scan_queue) AS done`,
      [advisories],
    );
    if (rows[0].done) return;
    await delay(100);
  }
  throw new Error('The advisories were not matched within a minute');
}
