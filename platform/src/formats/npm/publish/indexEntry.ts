import { spdxOf } from '../../../licenses/spdxOf.ts';
import type { IndexedVersion } from '../../../packages/IndexedVersion.ts';

export interface IndexSource {
  repo: string;
  name: string;
  version: string;
  manifest: Readonly<Record<string, unknown>>;
  created: Date;
  file: IndexedVersion['files'][number];
  tags?: string[];
  readme?: string;
}

/** Builds the index entry of a version, from manifest fields of the expected form only. */
export function indexEntry(source: IndexSource): IndexedVersion {
  const { repo, name, version, manifest, created, file, tags, readme } = source;
  const { path, size, sha256, sha1, md5, mimeType } = file;
  return {
    repo,
    type: 'npm',
    name,
    version,
    created,
    ...(typeof manifest.description === 'string' ? { description: manifest.description } : {}),
    licenses: licensesOf(manifest),
    ...(tags ? { tags } : {}),
    keywords: keywordsOf(manifest.keywords),
    dependencies: dependenciesOf(manifest.dependencies),
    devDependencies: dependenciesOf(manifest.devDependencies),
    ...(readme === undefined ? {} : { readme }),
    leadFile: path,
    files: [{ path, size, sha256, sha1, md5, mimeType }],
    ...(typeof manifest.deprecated === 'string' && manifest.deprecated
      ? { deprecated: manifest.deprecated }
      : {}),
  };
}

/**
 * Reads `"MIT"`, and the older `{type: "MIT", url}` and `licenses: [{type: "MIT"}]`. Replaces
 * common license names in the older fields with SPDX identifiers.
 */
function licensesOf({ license, licenses }: Readonly<Record<string, unknown>>): string[] {
  const given = [license ?? licenses].flat();
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const names = given.slice(0, 100).map((each) => {
    if (typeof each !== 'object' || each === null) return spdxOf(text(each), '');
    const { type, url } = each as { type?: unknown; url?: unknown };
    return spdxOf(text(type), text(url));
  });
  return [...new Set(names.filter((each) => each !== ''))].slice(0, 20);
}

function keywordsOf(value: unknown): string[] {
  const given = typeof value === 'string' ? value.split(/[\s,]+/) : Array.isArray(value) ? value : [];
  return given.filter((each): each is string => typeof each === 'string' && each !== '').slice(0, 100);
}

function dependenciesOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((each): each is [string, string] => typeof each[1] === 'string'),
  );
}
