import type { AuditChange } from '@lading/contract/rest';

/** Maximum characters of a value. */
const maxLength = 500;
const redacted = '(redacted)';
const secretNames =
  /password|passphrase|secret|token|credential|apikey|api_key|private_?key|client_?key|sealed|authorization|headers|queryparams/i;

interface Options {
  /** Whether field names are names of users or repositories, not of settings. */
  readonly namesAreData?: boolean;
}

/**
 * Lists the fields that differ between two objects, by path. Values of secrets are redacted. Of a
 * list that is too long to be shown whole, each added and each deleted entry is listed.
 */
export function changesBetween(
  before: object | undefined,
  after: object | undefined,
  { namesAreData = false }: Options = {},
): AuditChange[] {
  const [old, current] = [leaves(before, namesAreData), leaves(after, namesAreData)];
  const fields = [...new Set([...old.keys(), ...current.keys()])].sort();
  const shown = (field: string, value: unknown) => {
    if (!namesAreData && secretNames.test(field) && isText(value)) return redacted;
    return withoutUrlSecrets(typeof value === 'string' ? value : JSON.stringify(value));
  };
  return fields
    .filter((field) => JSON.stringify(old.get(field)) !== JSON.stringify(current.get(field)))
    .flatMap((field) => {
      const entries = entriesBetween(field, old.get(field), current.get(field));
      if (entries) return entries;
      const values = [
        old.has(field) ? shown(field, old.get(field)) : undefined,
        current.has(field) ? shown(field, current.get(field)) : undefined,
      ] as const;
      const [was, is] = aroundDifference(...values);
      return [
        { field, ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) },
      ];
    });
}

/** Returns the added and deleted entries of a long list of texts; undefined for other values. */
function entriesBetween(field: string, before: unknown, after: unknown): AuditChange[] | undefined {
  const [old, current] = [before ?? [], after ?? []];
  if (!areTexts(old) || !areTexts(current) || secretNames.test(field)) return undefined;
  if (Math.max(JSON.stringify(old).length, JSON.stringify(current).length) <= maxLength) return undefined;
  const [known, left] = [new Set(old), new Set(current)];
  const removed = old.filter((entry) => !left.has(entry));
  const added = current.filter((entry) => !known.has(entry));
  // Only the order changed.
  if (removed.length + added.length === 0) return undefined;
  return [
    ...removed.map((entry) => ({ field, before: cut(entry) })),
    ...added.map((entry) => ({ field, after: cut(entry) })),
  ];
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

/** Shortens long texts to the part where they differ. */
function aroundDifference(
  before: string | undefined,
  after: string | undefined,
): [string | undefined, string | undefined] {
  const longest = Math.max(before?.length ?? 0, after?.length ?? 0);
  if (longest <= maxLength || before === undefined || after === undefined)
    return [before && cut(before), after && cut(after)];
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const start = Math.max(0, same - 50);
  const part = (text: string) => cut(start === 0 ? text : `…${text.slice(start)}`);
  return [part(before), part(after)];
}

function cut(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}

/** Returns values by path. A list is a single value, and so is an empty object `withEmpty`. */
function leaves(value: object | undefined, withEmpty: boolean): Map<string, unknown> {
  const found = new Map<string, unknown>();
  const visit = (item: unknown, path: string) => {
    if (item === undefined || item === null) return;
    if (typeof item !== 'object' || Array.isArray(item) || item instanceof Date) found.set(path, item);
    // A target without patterns is the whole repository: the widest of all grants.
    else if (withEmpty && Object.keys(item).length === 0) found.set(path, item);
    else for (const [key, part] of Object.entries(item)) visit(part, path === '' ? key : `${path}.${key}`);
  };
  visit(value, '');
  return found;
}

/** Numbers and booleans are not secrets. */
function isText(value: unknown): boolean {
  return typeof value !== 'number' && typeof value !== 'boolean';
}

/** Removes user names, passwords, and queries from URLs. */
function withoutUrlSecrets(text: string): string {
  return text
    .replace(/(\w:\/\/)[^/\s"@]*@/g, `$1${redacted}@`)
    .replace(/(\w:\/\/[^\s"?]*)\?[^\s"]*/g, `$1?${redacted}`);
}
