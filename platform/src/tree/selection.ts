import type { TreePlace, TreePlan, TreePlanLine } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { Caller } from '../access/Caller.ts';
import { db } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { fileNameOf } from '../files/paths.ts';
import { nothingAt } from '../files/tree/locate.ts';
import { type Subtree, within, withLongTimeout } from '../files/tree/subtree.ts';
import { requireVisibleRepository } from '../repositories/concealment.ts';
import { requireRepository } from '../repositories/repositories.ts';
import { trashDaysOf } from '../trash/trashSettings.ts';
import { chosenFiles, maxFiles, tooMany } from './archive/chosenFiles.ts';
import { dryRemoval } from './removal.ts';
import { dryTransfer } from './transfer.ts';

/** Maximum nodes of a selection. */
export const maxNodes = 500;

/** Returns unique nodes that are not within other nodes. */
export function apart(nodes: readonly TreePlace[]): TreePlace[] {
  const keys = new Set(nodes.map(({ repoKey, path }) => `${repoKey}/${path}`));
  const inOther = ({ repoKey, path }: TreePlace) => {
    const parts = path.split('/');
    return parts.some((_, at) => at > 0 && keys.has(`${repoKey}/${parts.slice(0, at).join('/')}`));
  };
  return [...keys]
    .sort()
    .map((key) => ({ repoKey: key.slice(0, key.indexOf('/')), path: key.slice(key.indexOf('/') + 1) }))
    .filter((node) => !inOther(node));
}

/** Returns the effect of deleting the nodes. */
export async function planRemovals(caller: Caller, nodes: readonly TreePlace[]): Promise<TreePlan> {
  const lines = await linesOf(caller, nodes, async ({ repoKey, path }) => {
    const { files, bytes } = await dryRemoval(caller, await requireRepository(repoKey), path);
    return { files, bytes };
  });
  const deletable = lines.filter(({ refused }) => refused === undefined);
  const trashDays = await trashDaysOf([...new Set(deletable.map(({ repoKey }) => repoKey))]);
  return {
    ...summed(lines),
    ...(await withLongTimeout(() => versionsTogether(deletable))),
    ...(trashDays === undefined ? {} : { trashDays }),
  };
}

/**
 * Returns the effect of copying or moving into the folder; an empty path is the root of the
 * repository.
 */
export async function planTransfers(
  caller: Caller,
  nodes: readonly TreePlace[],
  to: TreePlace,
  move: boolean,
): Promise<TreePlan> {
  await requireVisibleRepository(caller, to.repoKey);
  const target = await requireRepository(to.repoKey);
  let replaces = 0;
  const names = new Set<string>();
  const lines = await linesOf(caller, nodes, async ({ repoKey, path }) => {
    const name = fileNameOf(path);
    const targetPath = to.path === '' ? name : `${to.path}/${name}`;
    if (names.has(name)) {
      throw new HttpError(409, 'TWO_OF_ONE_NAME', `Another selected node has the same name: ${name}`);
    }
    const source = await requireRepository(repoKey);
    const change = await dryTransfer({ caller, source, path, target, targetPath, move });
    names.add(name);
    replaces += change.replaces ?? 0;
    const { files, bytes, targetExists = false } = change;
    return { files, bytes, targetPath, targetExists };
  });
  return { ...summed(lines), replaces };
}

/** Returns the effect of a download: of folders, the files that the caller can read. */
export async function planDownload(caller: Caller, nodes: readonly TreePlace[]): Promise<TreePlan> {
  const lines = await linesOf(caller, nodes, async ({ repoKey, path }) => {
    const files = await chosenFiles(caller, { repoKey, path });
    if (files.length === 0) throw nothingAt(repoKey, path);
    return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
  });
  const plan = summed(lines);
  if (plan.files > maxFiles) throw tooMany();
  return plan;
}

async function linesOf(
  caller: Caller,
  nodes: readonly TreePlace[],
  measure: (node: TreePlace) => Promise<Omit<TreePlanLine, keyof TreePlace>>,
): Promise<TreePlanLine[]> {
  const lines: TreePlanLine[] = [];
  for (const node of apart(nodes)) {
    try {
      await requireVisibleRepository(caller, node.repoKey);
      lines.push({ ...node, ...(await measure(node)) });
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      lines.push({ ...node, files: 0, bytes: 0, refused: error.message });
    }
  }
  return lines;
}

function summed(nodes: TreePlanLine[]): TreePlan {
  const sum = (of: 'files' | 'bytes') => nodes.reduce((all, line) => all + line[of], 0);
  return { nodes, files: sum('files'), bytes: sum('bytes') };
}

async function versionsTogether(
  nodes: readonly TreePlace[],
): Promise<{ versions: number; packages: number }> {
  if (nodes.length === 0) return { versions: 0, packages: 0 };
  const subtrees = nodes.map(({ repoKey, path }): Subtree => ({ repo: repoKey, path }));
  const { rows } = await db().execute<{ versions: number; packages: number }>(sql`
    SELECT count(DISTINCT v.id)::float8 AS versions, count(DISTINCT v.package_id)::float8 AS packages
    FROM files f JOIN version_files vf ON vf.file_id = f.id JOIN versions v ON v.id = vf.version_id
    WHERE ${sql.join(
      subtrees.map((subtree) => sql`(${within(subtree)})`),
      sql` OR `,
    )}`);
  return rows[0] ?? { versions: 0, packages: 0 };
}
