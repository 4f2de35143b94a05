import type { FileRow } from '../../files/files.ts';
import type { IndexedVersion } from '../../packages/IndexedVersion.ts';
import { type Description, describeFile, type Publication } from '../../pipeline/publish.ts';
import { findVersion, saveVersion } from './crateVersions.ts';
import { cratePath } from './names.ts';
import { admitCrate } from './publish/admitCrate.ts';
import type { CrateContents } from './publish/readCrate.ts';
import type { IndexDependency, IndexEntry } from './sparse/IndexEntry.ts';

export const packageType = 'cargo';

/** A crate's index line and the content of its file. */
export interface Crate {
  entry: IndexEntry;
  contents: CrateContents;
}

/** The publication of a crate by a user. */
export function publicationOf(repo: string, crate: Crate, by: string): Publication<void> {
  const { name, vers } = crate.entry;
  return {
    ...{ repo, path: cratePath(name, vers), by },
    admit: () => admitCrate(repo, name, vers),
    ...descriptionOf(crate),
  };
}

/**
 * Indexes a crate from an upstream, in the transaction that caches its file. Its name is not
 * reserved for this repository.
 */
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
    // Upstreams can omit it.
    ...(entry.yanked === true ? { deprecated: 'Yanked' } : {}),
  };
}

/** Dependencies by package name, not by local alias; dependencies without a name are skipped. */
function dependenciesOf(deps: readonly Partial<IndexDependency>[]): Record<string, string> {
  const named = deps.flatMap(({ name, package: own, req }) => {
    const known = own ?? name;
    return typeof known === 'string' ? [[known, typeof req === 'string' ? req : '*'] as const] : [];
  });
  return Object.fromEntries(named);
}
