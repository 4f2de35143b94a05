// Fills a running platform's index with SQL: copies a package that was published over HTTP.
import { connect } from '../harness/database.mjs';
import { publish } from '../harness/packages.mjs';

const pattern = 'bench-pattern';
const versions = ['1.0.0', '1.1.0', '1.2.0', '2.0.0-beta.1', '2.0.0'];

const verbs =
  'append batch bind branch build cache check clone compile compose copy crawl debounce decode diff encode escape export fetch filter flatten fold format freeze glob graph group hash hoist index inject inline iterate join lint list load log map mark match merge mock move pack page parse patch pick pipe poll pool proxy prune pull push queue range read redact reduce render resolve retry route sample scan seal search seek shuffle sign slice sort split stream strip sum swap sync tap test throttle tint token trace transform trim unpack unzip update validate walk watch weave wrap write yield zip'.split(
    ' ',
  );
const nouns =
  'account anchor array asset atlas audio badge barrel beacon binary bitmap block blob board bridge bucket buffer button canvas card cargo cell chart chunk clock cloud cluster codec color column commit config cookie cursor dialog diagram digest disk document domain editor element engine entity event field figure file flag folder font form frame gateway grid harbor header icon image journal kernel key label lantern layer ledger lens letter lock macro manifest marker matrix menu message meter mirror module monitor mutex node number object orbit packet palette panel path pixel plugin port portal profile promise protocol'.split(
    ' ',
  );

/** Words used in the names, for searches. */
export const words = { verbs, nouns };

/** SQL for the name of the n-th package, from 0: `fold-lantern-42`, all different. */
export const nameOf = (n) =>
  `((ARRAY[${verbs.map((word) => `'${word}'`).join()}])[1 + ${n} % ${verbs.length}] || '-' ||
    (ARRAY[${nouns.map((word) => `'${word}'`).join()}])[1 + (${n} / ${verbs.length}) % ${nouns.length}] || '-' ||
    ${n} / ${verbs.length * nouns.length})`;

/** Returns the same name as `nameOf`. */
export const packageName = (n) =>
  `${verbs[n % verbs.length]}-${nouns[Math.floor(n / verbs.length) % nouns.length]}-${Math.floor(n / (verbs.length * nouns.length))}`;

/** SQL for the description of the n-th package, whose words are not those of its name. */
const descriptionOf = (n) => {
  const oneOf = (list, step) =>
    `(ARRAY[${list.map((word) => `'${word}'`).join()}])[1 + (${n} * ${step} + ${n} / 1009) % ${list.length}]`;
  return `'One of many packages that were generated to ' || ${oneOf(verbs, 31)} || ' a ' || ${oneOf(nouns, 17)} || ' with every ' || ${oneOf(nouns, 43)}`;
};

/** Adds `packages` packages with five versions each to `npm-local`; logs its progress. */
export async function generate(lading, { packages, log }) {
  const npm = lading.npm('npm-local');
  for (const version of versions) {
    const manifest = {
      name: pattern,
      version,
      license: 'MIT',
      description: 'One of many packages that were generated',
      keywords: ['generated', 'bench'],
    };
    await publish(npm, manifest, { bytes: 5000 });
  }
  const client = await connect(lading);
  try {
    // The bulk of a loaded database without its price: foreign keys hold by construction, indexes
    // are built at the end.
    await client.query('SET session_replication_role = replica');
    await client.query(`SET maintenance_work_mem = '512MB'`);
    await client.query(`SET statement_timeout = 0`);
    await withoutIndexes(client, copied, log, () => copy(client, packages, log));
    log('VACUUM ANALYZE');
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}

const copied = [
  'blobs',
  'packages',
  'files',
  'versions',
  'version_details',
  'version_files',
  'package_tags',
  'package_listings',
  'package_words',
];

/** Fills tables without their indexes, and creates the indexes again at the end. */
export async function withoutIndexes(client, tables, log, work) {
  const { rows } = await client.query(
    `SELECT i.indexname, i.indexdef, ARRAY(SELECT format('ALTER INDEX %I ALTER COLUMN %s SET STATISTICS %s', i.indexname, a.attnum,
         a.attstattarget) FROM pg_attribute a WHERE a.attrelid = i.indexname::regclass AND a.attstattarget > 0) AS settings
     FROM pg_indexes i LEFT JOIN pg_constraint c ON c.conname = i.indexname
     WHERE i.schemaname = 'public' AND i.tablename = ANY($1) AND c.oid IS NULL`,
    [tables],
  );
  for (const { indexname } of rows) await client.query(`DROP INDEX ${indexname}`);
  await work();
  for (const { indexdef, settings } of rows) {
    log(indexdef.replace(/ USING.*/, ''));
    await client.query(indexdef);
    for (const setting of settings) await client.query(setting);
  }
}

async function copy(client, packages, log) {
  const one = async (text, values) => (await client.query(text, values)).rows[0];
  const { id } = await one('SELECT id::int FROM packages WHERE name = $1', [pattern]);
  const base = await one(
    `SELECT (SELECT max(id) FROM packages)::bigint + 1 AS package, (SELECT max(id) FROM versions)::bigint + 1 AS version,
      (SELECT max(id) FROM files)::bigint + 1 AS file`,
  );
  // Ages are spread over ten years, downloads have a long tail; the same in every run.
  await client.query('SELECT setseed(0.42)');
  await client.query(`CREATE TEMP TABLE pattern_versions AS
    SELECT v.id AS version_id, f.id AS file_id, f.sha256, row_number() OVER (ORDER BY v.id)::int - 1 AS k
    FROM versions v JOIN version_files vf ON vf.version_id = v.id JOIN files f ON f.id = vf.file_id WHERE v.package_id = ${id}`);
  const many = versions.length;
  const step = 50_000;
  const bytes = Math.min(100_000, packages);
  await insert(
    client,
    'blobs',
    `blobs s JOIN pattern_versions p ON p.sha256 = s.sha256 AND p.k = 0, generate_series(0, ${bytes - 1}) n`,
    {
      sha256: `encode(sha256(('blob' || n)::bytea), 'hex')`,
      sha1: `left(encode(sha256(('sha1' || n)::bytea), 'hex'), 40)`,
      md5: `md5('blob' || n)`,
    },
  );
  for (let from = 0; from < packages; from += step) {
    const to = Math.min(packages, from + step) - 1;
    const series = `generate_series(${from}, ${to}) n`;
    const name = nameOf('n');
    const packageId = `${base.package} + n`;
    const versionId = `${base.version} + n::bigint * ${many} + p.k`;
    const fileId = `${base.file} + n::bigint * ${many} + p.k`;
    const renamed = (column) => `replace(s.${column}, '${pattern}', ${name})`;
    const born = `date_trunc('milliseconds', now() - interval '1 day' * (3650.0 - n * 3650.0 / ${packages}) * (1 - p.k * 0.1))`;
    const downloads = `floor(1000 * power(random(), 8))::bigint`;
    await client.query('BEGIN');
    await insert(client, 'packages', `packages s, ${series} WHERE s.id = ${id}`, {
      id: packageId,
      name,
      name_lower: name,
    });
    await insert(client, 'files', `files s JOIN pattern_versions p ON p.file_id = s.id, ${series}`, {
      id: fileId,
      path: renamed('path'),
      sha256: `encode(sha256(('blob' || (n * ${many} + p.k) % ${bytes})::bytea), 'hex')`,
      created: born,
      modified: born,
    });
    await insert(client, 'versions', `versions s JOIN pattern_versions p ON p.version_id = s.id, ${series}`, {
      id: versionId,
      package_id: packageId,
      lead_path: renamed('lead_path'),
      created: born,
      modified: born,
      downloads,
    });
    await insert(
      client,
      'version_details',
      `version_details s JOIN pattern_versions p ON p.version_id = s.version_id, ${series}`,
      {
        version_id: versionId,
      },
    );
    await insert(
      client,
      'version_files',
      `version_files s JOIN pattern_versions p ON p.version_id = s.version_id, ${series}`,
      {
        version_id: versionId,
        file_id: fileId,
      },
    );
    await insert(client, 'package_tags', `package_tags s, ${series} WHERE s.package_id = ${id}`, {
      package_id: packageId,
    });
    await insert(
      client,
      'package_listings',
      `package_listings s, ${series},
       LATERAL (SELECT min(v.created) AS created, max(v.modified) AS modified, sum(v.downloads) AS downloads
         FROM versions v WHERE v.package_id = ${packageId}) sums
       WHERE s.package_id = ${id}`,
      {
        package_id: packageId,
        name,
        name_lower: name,
        created: 'sums.created',
        modified: 'sums.modified',
        downloads: 'sums.downloads',
        description: descriptionOf('n'),
      },
    );
    await client.query(
      `INSERT INTO package_words (package_id, repo, words)
       SELECT package_id, repo, words_of(name_lower, tags, description, NULL) FROM package_listings
       WHERE repo <> '*' AND package_id BETWEEN ${base.package + from} AND ${base.package + to}`,
    );
    await client.query('COMMIT');
    if ((to + 1) % (step * 4) === 0 || to + 1 === packages) log(`${to + 1} of ${packages} packages`);
  }
  await client.query(`UPDATE package_counts c SET packages = packages + ${packages}
    FROM (SELECT repo, type, min(slot) AS slot FROM package_counts WHERE type = 'npm' AND repo IN ('npm-local', '*') GROUP BY repo, type) o
    WHERE (c.repo, c.type, c.slot) = (o.repo, o.type, o.slot)`);
  await client.query(`UPDATE file_counts c SET files = files + ${packages * many}
    FROM (SELECT repo, min(slot) AS slot FROM file_counts WHERE repo = 'npm-local' GROUP BY repo) o
    WHERE (c.repo, c.slot) = (o.repo, o.slot)`);
  for (const table of ['packages', 'versions', 'files']) {
    await client.query(
      `SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`,
    );
  }
}

/**
 * Copies rows `s` of a table with some columns changed; columns that the platform gains later are
 * copied along.
 */
async function insert(client, table, from, changed) {
  const { rows } = await client.query(
    `SELECT attname FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  );
  const columns = rows.map(({ attname }) => attname);
  const values = columns.map((column) => changed[column] ?? `s.${column}`);
  await client.query(
    `INSERT INTO ${table} (${columns.map((column) => `"${column}"`).join()}) OVERRIDING SYSTEM VALUE SELECT ${values.join()} FROM ${from}`,
  );
}
