import type { FileChange, FileChanges } from '@lading/contract/rest';
import type { ArchivedFile } from '../contents/ContentsReader.ts';

/** Changes in one response. */
const maxChanges = 20_000;

/**
 * Returns a function that replaces the version in paths, which many archives and file names
 * contain: `pad-1.0.0/index.js` and `pad-1.1.0/index.js` are the same file.
 */
function withoutVersion(version: string): (path: string) => string {
  const escaped = version.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(`(?<!\\d|\\d\\.)${escaped}(?!\\d|\\.\\d)`, 'g');
  // No path contains this character.
  return (path) => (path.includes(version) ? path.replace(pattern, '\0') : path);
}

export type Files = ReadonlyMap<string, ArchivedFile>;

/** Returns the differences between the files of two versions, by path. */
export function compareFiles(from: Files, to: Files, versions: { from: string; to: string }): FileChanges {
  const [keyOfOld, keyOf] = [withoutVersion(versions.from), withoutVersion(versions.to)];
  const before = new Map([...from].map((entry) => [keyOfOld(entry[0]), entry]));
  const changes: FileChange[] = [];
  const counts = { added: 0, removed: 0, changed: 0, unchanged: 0 };
  const add = (path: string, old: ArchivedFile | undefined, now: ArchivedFile | undefined) => {
    const change = !old ? 'added' : now ? 'changed' : 'removed';
    counts[change]++;
    changes.push({
      ...{ path, change },
      ...{ fromSize: old?.size ?? null, toSize: now?.size ?? null },
      ...{ fromSha256: old?.sha256 ?? null, toSha256: now?.sha256 ?? null },
    });
  };
  for (const [path, now] of to) {
    const key = keyOf(path);
    const old = before.get(key)?.[1];
    before.delete(key);
    const isSame = old?.sha256 !== undefined && old.sha256 === now.sha256 && old.size === now.size;
    if (isSame) counts.unchanged++;
    else add(path, old, now);
  }
  for (const [path, old] of before.values()) add(path, old, undefined);
  changes.sort((one, other) => (one.path < other.path ? -1 : 1));
  return { ...counts, changes: changes.slice(0, maxChanges), truncated: changes.length > maxChanges };
}

/** Returns the path of the same file in the other version, or undefined. */
export function samePath(path: string, version: string, others: Files, other: string): string | undefined {
  const key = withoutVersion(version)(path);
  if (key === path && others.has(path)) return path;
  const keyOf = withoutVersion(other);
  for (const candidate of others.keys()) if (keyOf(candidate) === key) return candidate;
  return undefined;
}
