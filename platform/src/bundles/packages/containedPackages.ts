import { type SQL, sql } from 'drizzle-orm';
import { packagesTypeOf } from '../../repositories/PackageType.ts';
import type { HeldArtifact } from '../content/BundleContent.ts';

/** A package version of a repository, as far as a bundle contains it. */
export interface ContainedPackage {
  /** Name of the type in the index. */
  type: string;
  name: string;
  version: string;
  repository: string;
  files: number;
  bytes: number;
}

/** Returns the package versions of the artifacts, by name, version, type, and repository. */
export function containedPackages(artifacts: readonly HeldArtifact[]): ContainedPackage[] {
  const found = new Map<string, ContainedPackage>();
  for (const { repo, size, packageType, packageName: name, packageVersion: version } of artifacts) {
    if (name === undefined || version === undefined) continue;
    const type = packagesTypeOf(packageType);
    const key = [name, version, type, repo].join('\0');
    const known = found.get(key) ?? { type, name, version, repository: repo, files: 0, bytes: 0 };
    found.set(key, { ...known, files: known.files + 1, bytes: known.bytes + size });
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

/** Identifies a package version in all repositories. */
export const versionKey = ({ type, name, version }: Pick<ContainedPackage, 'type' | 'name' | 'version'>) =>
  [name, version, type].join('\0');

/**
 * The versions as `a (type, name, version, repo, at)`, numbered from 1, each with its package `p`
 * if it is stored.
 */
export function fromPackages(packages: readonly ContainedPackage[]): SQL {
  const column = (key: 'type' | 'name' | 'version' | 'repository') =>
    sql`${sql.param(packages.map((each) => each[key]))}::text[]`;
  return sql`unnest(${column('type')}, ${column('name')}, ${column('version')}, ${column('repository')})
    WITH ORDINALITY AS a (type, name, version, repo, at) LEFT JOIN packages p ON p.type = a.type AND p.name = a.name`;
}
