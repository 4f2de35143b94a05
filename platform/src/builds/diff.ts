import type {
  BuildDiff,
  BuildDiffLine,
  BuildFile,
  BuildFileDiff,
  BuildPropertyDiff,
} from '@lading/contract/rest';
import type { BuildRow } from './builds.ts';

/** Compares a run with an older one. */
export function diffOf({ info }: BuildRow, { info: older }: BuildRow): BuildDiff {
  return {
    artifacts: filesDiff(linesOf(info, 'artifacts'), linesOf(older, 'artifacts'), withoutNumbers),
    dependencies: filesDiff(linesOf(info, 'dependencies'), linesOf(older, 'dependencies'), withoutVersion),
    properties: propertiesDiff(propertiesOf(info.properties), propertiesOf(older.properties)),
  };
}

function linesOf({ modules }: BuildRow['info'], kind: 'artifacts' | 'dependencies'): BuildDiffLine[] {
  return (modules ?? []).flatMap((module) =>
    (module[kind] ?? []).map((file: BuildFile) => ({
      name: (kind === 'artifacts' ? file.name : file.id) ?? '',
      module: module.id ?? '',
      type: file.type ?? '',
      checksum: (file.sha256 || file.sha1 || file.md5 || '').toLowerCase(),
    })),
  );
}

/** Matches files by full name in the same module, then the rest by name without version. */
function filesDiff(
  lines: readonly BuildDiffLine[],
  older: readonly BuildDiffLine[],
  likeness: (name: string) => string,
): BuildFileDiff {
  const diff: BuildFileDiff = { updated: [], unchanged: [], removed: [], new: [] };
  const left = new Map<string, BuildDiffLine[]>();
  const byLikeness = new Map<string, BuildDiffLine[]>();
  for (const line of older) push(left, keyOf(line.module, line.name), line);
  const unknown: BuildDiffLine[] = [];
  for (const line of lines) {
    const was = left.get(keyOf(line.module, line.name))?.shift();
    if (!was) unknown.push(line);
    else if (was.checksum === line.checksum) diff.unchanged.push(line);
    else diff.updated.push({ ...line, previousChecksum: was.checksum });
  }
  for (const line of [...left.values()].flat())
    push(byLikeness, keyOf(withoutVersion(line.module), likeness(line.name)), line);
  for (const line of unknown) {
    const was = byLikeness.get(keyOf(withoutVersion(line.module), likeness(line.name)))?.shift();
    if (!was) diff.new.push(line);
    else diff.updated.push({ ...line, previousChecksum: was.checksum, previousName: was.name });
  }
  diff.removed = [...byLikeness.values()].flat();
  return diff;
}

function push(into: Map<string, BuildDiffLine[]>, key: string, line: BuildDiffLine): void {
  const known = into.get(key);
  if (known) known.push(line);
  else into.set(key, [line]);
}

function keyOf(module: string, name: string): string {
  return JSON.stringify([module, name]);
}

/** Removes the version: `org.slf4j:slf4j-api:2.0.9` and `org.slf4j:slf4j-api:2.0.8` match. */
function withoutVersion(name: string): string {
  const at = name.lastIndexOf(':');
  return at < 0 ? name : name.slice(0, at);
}

/** Removes numbers: `tea-2.0.0.jar` and `tea-1.12.3.jar` match. */
function withoutNumbers(name: string): string {
  return name.replace(/\d+/g, '#');
}

/** Reads properties of any type; compares only strings, numbers, and booleans. */
function propertiesOf(given: unknown): Map<string, string> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return new Map();
  return new Map(
    Object.entries(given).flatMap(([key, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) ? [[key, String(value)] as const] : [],
    ),
  );
}

function propertiesDiff(
  now: ReadonlyMap<string, string>,
  older: ReadonlyMap<string, string>,
): BuildDiff['properties'] {
  const diff: BuildDiff['properties'] = { updated: [], unchanged: [], removed: [], new: [] };
  for (const [key, value] of now) {
    const previousValue = older.get(key);
    const line: BuildPropertyDiff = { key, value };
    if (previousValue === undefined) diff.new.push(line);
    else if (previousValue === value) diff.unchanged.push(line);
    else diff.updated.push({ ...line, previousValue });
  }
  for (const [key, value] of older) if (!now.has(key)) diff.removed.push({ key, value });
  return diff;
}
