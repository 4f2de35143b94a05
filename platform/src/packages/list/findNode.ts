import type { Package } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { asScanned, currentScans } from '../scans.ts';
import type { Scope, View } from '../sql/readable.ts';
import { parsePackageId } from './packageId.ts';
import { type PackageRow, packageColumns, packageNode, shownOf } from './packageNodes.ts';
import { shownIn } from './visible.ts';

/** Returns a package and the ID of its row. Throws `HttpError` 400 for an invalid package ID. */
export async function findNode(view: View, id: string): Promise<{ row: string; node: Package } | undefined> {
  const { type, name } = parsePackageId(id);
  const found = await select(view.scope, type, name);
  const scope = found && (await shownIn(view, [found.id])).get(found.id);
  if (!scope) return undefined;
  const shown = scope === view.scope ? found : await select(scope, type, name);
  return shown && { row: shown.id, node: asScanned(packageNode(shown), await currentScans()) };
}

async function select(
  scope: Scope,
  type: string,
  name: string,
): Promise<(PackageRow & { id: string }) | undefined> {
  const { rows } = await db().execute<PackageRow & { id: string }>(sql`
    SELECT p.id::text AS id, ${packageColumns(await currentScans())} FROM packages p ${shownOf(scope)}
    WHERE p.type = ${type} AND p.name = ${name}`);
  return rows[0];
}
