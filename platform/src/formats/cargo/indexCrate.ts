import type { FileRow } from '../../files/files.ts';
import type { IndexedVersion } from '../../packages/IndexedVersion.ts';
import { type Description, describeFile, type Publication } from '../../pipeline/publish.ts';
import { findVersion, saveVersion } from './crateVersions.ts';
import { cratePath } from './names.ts';
import { admitCrate } from './publish/admitCrate.ts';
import type { CrateContents } from './publish/readCrate.ts';
import type { IndexDependency, IndexEntry } from './sparse/IndexEntry.ts';

export const packageType = 'cargo';

/** A crate's line of Cargo's index, and the content of its file. */
export interface Crate {
  entry: IndexEntry;
  contents: CrateContents;
}

/** A crate that a user publishes. */
export function publicationOf(repo: string, crate: Crate, by: string): Publication<void> {
  const { name, vers } = crate.entry;
  return {
    ...{ repo, path: cratePath(name, vers), by },
    admit: () => admitCrate(repo, name, vers),
    ...descriptionOf(crate),
  };
}

/** A crate that an upstream published, in the transaction that caches its file. Its name belongs to the upstream. */
export async function describeCachedCrate(file: FileRow, crate: Crate): Promise<void> {
  if (await findVersion(file.repo, crate.entry.name, crate.entry.vers)) return;
  await describeFile(file, descriptionOf(crate));
}

function descriptionOf(crate: Crate): Description<void> {
  return {
    record: (file) => saveVersion(file, crate.entry),
    version: (file) => indexedVersion(file, crate),
  };
}

function indexedVersion(file: FileRow, { entry, contents }: Crate): IndexedVersion {
  const kinds = (wanted: (dependency: IndexDependency) => boolean) =>
    dependenciesOf(entry.deps.filter(wanted));
  return {
    ...{ repo: file.repo, type: packageType, name: entry.name, version: entry.vers, created: file.modified },
    ...(contents.description === undefined ? {} : { description: contents.description }),
    licenses: contents.license === undefined ? [] : [contents.license],
    keywords: contents.keywords,
    dependencies: kinds(({ kind }) => kind !== 'dev'),
    devDependencies: kinds(({ kind }) => kind === 'dev'),
    ...(contents.readme === undefined ? {} : { readme: contents.readme }),
    leadFile: file.path,
    files: [file],
    // Upstreams can leave it out.
    ...(entry.yanked === true ? { deprecated: 'Yanked' } : {}),
  };
}

/** By the names that the dependencies have themselves; those without a name are left out. */
function dependenciesOf(deps: readonly Partial<IndexDependency>[]): Record<string, string> {
  const named = deps.flatMap(({ name, package: own, req }) => {
    const known = own ?? name;
    return typeof known === 'string' ? [[known, typeof req === 'string' ? req : '*'] as const] : [];
  });
  return Object.fromEntries(named);
}
