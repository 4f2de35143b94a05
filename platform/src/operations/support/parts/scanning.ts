import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { db } from '../../../database/db.ts';
import { type BundlePart, jsonPart } from '../BundlePart.ts';

const figures = sql`
  SELECT (SELECT count(*)::int FROM advisories) AS advisories,
    (SELECT count(*)::int FROM scan_queue) AS queued,
    (SELECT count(*)::int FROM scanned_packages) AS "scannedPackages",
    (SELECT count(*)::int FROM version_scans) AS "vulnerableVersions",
    (SELECT count(*)::int FROM violations) AS violations`;

/** The last imports. Their errors contain only advisories, which are public. */
const imports = sql`SELECT * FROM advisory_imports ORDER BY started DESC LIMIT 20`;

export function scanningPart(app: FastifyInstance): BundlePart {
  const part = jsonPart('system', [
    {
      path: 'scanning.json',
      about: 'Scanning: advisories, queue, and results as numbers',
      async read() {
        const [{ rows: counts }, { rows: last }] = [await db().execute(figures), await db().execute(imports)];
        return { ...counts[0], imports: last };
      },
    },
  ]);
  return { files: (context) => (app.services.has('xray') ? part.files(context) : []) };
}
