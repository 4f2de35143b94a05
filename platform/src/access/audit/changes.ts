import type { AuditChange } from '@lading/contract/rest';

/** Maximum number of fields per record. A larger change is recorded as a new object. */
const maxChanges = 100;
const maxLength = 500;
const redacted = '(redacted)';
const secretNames =
  /password|passphrase|secret|token|credential|apikey|api_key|private_?key|sealed|authorization|headers/i;

interface Options {
  /** Whether field names are names of users or repositories, not of settings. */
  readonly namesAreData?: boolean;
}

/** Lists the fields that differ between two objects, by path. Values of secrets are redacted. */
export function changesBetween(
  before: object | undefined,
  after: object | undefined,
  { namesAreData = false }: Options = {},
): AuditChange[] {
  const [old, current] = [leaves(before), leaves(after)];
  const fields = [...new Set([...old.keys(), ...current.keys()])].sort();
  const shown = (field: string, value: unknown) => {
    if (!namesAreData && secretNames.test(field) && isText(value)) return redacted;
    const text = withoutUrlSecrets(typeof value === 'string' ? value : JSON.stringify(value));
    return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
  };
  return fields
    .filter((field) => JSON.stringify(old.get(field)) !== JSON.stringify(current.get(field)))
    .slice(0, maxChanges)
    .map((field) => ({
      field,
      ...(old.has(field) ? { before: shown(field, old.get(field)) } : {}),
      ...(current.has(field) ? { after: shown(field, current.get(field)) } : {}),
    }));
}

/** Returns values by path. A list is a single value. */
function leaves(value: object | undefined): Map<string, unknown> {
  const found = new Map<string, unknown>();
  const visit = (item: unknown, path: string) => {
    if (item === undefined || item === null) return;
    if (typeof item !== 'object' || Array.isArray(item) || item instanceof Date) found.set(path, item);
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
