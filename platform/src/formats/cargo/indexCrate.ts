import type { BlobInfo } from '../../blobs/BlobStore.ts';
import { queryBeside, transaction } from '../../database/db.ts';
import { announceFile, findFile, refusal } from '../../files/files.ts';
import { mimeTypeOf } from '../../files/mimeTypes.ts';
import { foldersOf } from '../../files/paths.ts';
import { indexChanged } from '../../packages/indexChanges.ts';
import { indexColumns } from '../../packages/indexing.ts';
import { canonicalName, cratePath, precedenceOf } from './names.ts';
import type { CrateContents } from './publish/readCrate.ts';
import type { IndexDependency, IndexEntry } from './sparse/IndexEntry.ts';

export const packageType = 'cargo';

const statement = { name: 'publish-crate', text: 'SELECT publish_crate($1::json, $2) AS outcome' };

/** The database says so where another file stands at the path. */
const noPlace = 'LD409';

export interface CrateToAdd {
  repo: string;
  entry: IndexEntry;
  blob: BlobInfo;
  contents: CrateContents;
  by: string;
  /** Whether the repository publishes it; otherwise it is cached, and its name is an upstream's. */
  ours: boolean;
}

/**
 * Makes a crate part of a repository: all of it, or nothing; of several that add one version at once one gets
 * through. In the current transaction, if any. `collides`: with this other spelling of its name. `keeping`: makes the bytes durable,
 * where they are not yet.
 */
export async function addCrate(
  crate: CrateToAdd,
  keeping: Promise<unknown> = Promise.resolve(),
): Promise<'added' | 'exists' | { collides: string }> {
  const row = rowOf(crate);
  let outcome: string | null | undefined;
  try {
    outcome = await transaction(async () => {
      const values = [JSON.stringify(row), crate.ours];
      const [result] = await queryBeside<{ outcome: string | null }>(keeping, statement, values);
      // A cached crate was announced as a file.
      if (result?.outcome === null && crate.ours) announceFile(row.repo, row.path, { after: row });
      return result?.outcome;
    });
  } catch (error) {
    if ((error as { code?: string }).code !== noPlace) throw error;
    throw await refusal(row.repo, row.path, (await findFile(row.repo, row.path)) !== undefined);
  }
  if (outcome === 'exists') return outcome;
  if (outcome?.startsWith('collides ')) return { collides: outcome.slice('collides '.length) };
  indexChanged();
  return 'added';
}

function rowOf({ repo, entry, blob, contents, by }: CrateToAdd) {
  const { name, vers, ...rest } = entry;
  // An upstream may leave it out.
  const yanked = entry.yanked === true;
  const path = cratePath(name, vers);
  const mimeType = mimeTypeOf(path);
  const { sha256, sha1, md5, size } = blob;
  const kinds = (wanted: (dependency: IndexDependency) => boolean) =>
    dependenciesOf(entry.deps.filter(wanted));
  const index = indexColumns({
    ...{ repo, type: packageType, name, version: vers, created: new Date(0) },
    ...(contents.description === undefined ? {} : { description: contents.description }),
    licenses: contents.license === undefined ? [] : [contents.license],
    keywords: contents.keywords,
    dependencies: kinds(({ kind }) => kind !== 'dev'),
    devDependencies: kinds(({ kind }) => kind === 'dev'),
    ...(contents.readme === undefined ? {} : { readme: contents.readme }),
    leadFile: path,
    files: [{ path, size, sha256, sha1, md5, mimeType }],
    ...(yanked ? { deprecated: 'Yanked' } : {}),
  });
  return {
    ...{
      repo,
      name,
      version: vers,
      yanked,
      published_by: by,
      entry: { name, vers, ...rest, yanked: undefined },
    },
    canonical: canonicalName(name),
    lower_name: name.toLowerCase(),
    precedence: precedenceOf(vers),
    ...{ path, folders: foldersOf(path), mime_type: mimeType, sha256, sha1, md5, size },
    sort_key: index.sortKey,
    prerelease: index.prerelease,
    licenses: index.licenses,
    deprecated: index.deprecated,
    description: index.description,
    keywords: index.keywords,
    dependencies: index.dependencies,
    dev_dependencies: index.devDependencies,
    readme: index.readme,
  };
}

/** Under the names that they have themselves; what has none is left out. */
function dependenciesOf(deps: readonly Partial<IndexDependency>[]): Record<string, string> {
  const named = deps.flatMap(({ name, package: own, req }) => {
    const known = own ?? name;
    return typeof known === 'string' ? [[known, typeof req === 'string' ? req : '*'] as const] : [];
  });
  return Object.fromEntries(named);
}
