import type { FileBuild, VersionBuilds } from '@lading/contract/rest';
import type { FileRow } from '../files/files.ts';

/**
 * Returns the builds that produced a version, last started first: by their build-info, and by the
 * properties `build.name` and `build.number` of the version's file.
 */
export function namedBuilds(
  { properties, created }: Pick<FileRow, 'properties' | 'created'>,
  made: readonly FileBuild[],
): VersionBuilds['results'] {
  const results = made.map(asNamed);
  const [number = '', timestamp = ''] = [properties['build.number']?.[0], properties['build.timestamp']?.[0]];
  const started = /^\d{1,15}$/.test(timestamp) ? new Date(Number(timestamp)) : created;
  for (const name of properties['build.name'] ?? []) {
    if (results.some((each) => each.name === name && each.number === number)) continue;
    results.push({ name, number, createDate: started.toISOString() });
  }
  return results.sort((a, b) => (a.createDate < b.createDate ? 1 : -1));
}

export function asNamed({ name, number, started }: FileBuild): VersionBuilds['used'][number] {
  return { name, number, createDate: started };
}
