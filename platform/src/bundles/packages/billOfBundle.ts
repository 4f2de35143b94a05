import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { type Bill, type BillComponent, maxComponents } from '../../insight/sbom/Bill.ts';
import { refOf } from '../../insight/sbom/purl.ts';
import { storedComponent } from '../../insight/sbom/storedComponent.ts';
import { packagesTypeOf } from '../../repositories/PackageType.ts';
import type { BundleVersion } from '../content/bundleRows.ts';

interface Row extends Record<string, unknown> {
  repo: string;
  path: string;
  sha256: string;
  sha1: string | null;
  md5: string | null;
  packageType: string;
  name: string | null;
  version: string | null;
  licenses: string[] | null;
  leadPath: string | null;
  description: string | null;
}

/**
 * Returns the bill of a bundle version: its package versions, with their other files, and files
 * that belong to no package. Dependencies are not followed: the content is exact.
 */
export async function billOfBundle({ id, name, version, created }: BundleVersion): Promise<Bill> {
  const subject = `release-bundle:${name}@${version}`;
  const packages = new Map<string, BillComponent>();
  const files: BillComponent[] = [];
  /** References of files, by what contains them. */
  const containedIn = new Map<string, string[]>();
  for (const row of await rowsOf(id)) {
    const owner = addPackage(row, packages);
    if (owner && row.path === row.leadPath && owner.hashes.sha256 === row.sha256) continue;
    const file = fileOf(row);
    files.push(file);
    const container = owner?.ref ?? subject;
    const known = containedIn.get(container);
    if (known) known.push(file.ref);
    else containedIn.set(container, [file.ref]);
  }
  const components = [...packages.values()].map((each): BillComponent => {
    const contains = containedIn.get(each.ref);
    return contains ? { ...each, contains } : each;
  });
  const contains = [...packages.keys(), ...(containedIn.get(subject) ?? [])];
  const all = [...components, ...files];
  return {
    subject: {
      ...{ ref: subject, kind: 'application', name, version, hashes: {} },
      ...{ contains, resolution: 'stored' },
    },
    components: all.slice(0, maxComponents),
    cut: all.length > maxComponents,
    created,
    id: randomUUID(),
  };
}

/** Returns the package version of the file, with the hashes of its lead file. */
function addPackage(row: Row, packages: Map<string, BillComponent>): BillComponent | undefined {
  const { name, version, description, licenses, sha256, sha1, md5 } = row;
  if (name === null || version === null) return undefined;
  const type = packagesTypeOf(row.packageType);
  const isLead = row.path === row.leadPath;
  const ref = refOf(type, name, version);
  const known = packages.get(ref);
  if (known && (!isLead || known.hashes.sha256 !== undefined)) return known;
  const hashes = isLead ? { sha256, sha1, md5 } : { sha256: null, sha1: null, md5: null };
  const component = storedComponent(type, {
    ...{ name, version, description, licenses: licenses ?? [], ...hashes },
  });
  packages.set(ref, component);
  return component;
}

function fileOf({ repo, path, sha256, sha1, md5 }: Row): BillComponent {
  return {
    ref: `file:${repo}/${path}`,
    kind: 'file',
    name: `${repo}/${path}`,
    hashes: { sha256, ...(sha1 ? { sha1 } : {}), ...(md5 ? { md5 } : {}) },
    resolution: 'stored',
  };
}

async function rowsOf(bundleId: string): Promise<Row[]> {
  const { rows: types } = await db().execute<{ type: string }>(sql`
    SELECT DISTINCT package_type AS type FROM release_bundle_artifacts WHERE bundle_id = ${bundleId}::bigint`);
  const names = types.map(({ type }) => type);
  const { rows } = await db().execute<Row>(sql`
    SELECT a.repo, a.path, a.sha256, b.sha1, b.md5, a.package_type AS "packageType", a.package_name AS name,
      a.package_version AS version, v.licenses, v.lead_path AS "leadPath", d.description
    FROM release_bundle_artifacts a
      JOIN unnest(${sql.param(names)}::text[], ${sql.param(names.map(packagesTypeOf))}::text[]) AS t (type, indexed)
        ON t.type = a.package_type
      LEFT JOIN blobs b ON b.sha256 = a.sha256
      LEFT JOIN packages p ON p.type = t.indexed AND p.name = a.package_name
      LEFT JOIN versions v ON v.package_id = p.id AND v.name = a.package_version AND v.repo = a.repo
      LEFT JOIN version_details d ON d.version_id = v.id
    WHERE a.bundle_id = ${bundleId}::bigint ORDER BY a.repo, a.path`);
  return rows;
}
