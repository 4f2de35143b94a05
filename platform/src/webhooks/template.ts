/** Values available in a template: `{{ .data.repo_key }}`. */
export interface TemplateValues {
  domain: string;
  event_type: string;
  data: unknown;
  subscription_key: string;
  jpd_origin: string;
  source: string;
  secrets: Readonly<Record<string, string>>;
}

export type Escape = (text: string) => string;

/** Escapes text for a JSON string, without the quotes. */
export const escapeJson: Escape = (text) => JSON.stringify(text).slice(1, -1);

/** Removes or replaces characters that are invalid in headers. */
export const escapeHeader: Escape = (text) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: headers must not contain control characters
  text.replace(/[\0-\x1f\x7f]/g, '').replace(/[^\0-\xff]/g, '?');

/**
 * Renders a template in time linear in the length of its text and values. Escapes strings, writes
 * other values as JSON, and renders missing fields as empty.
 */
export function renderTemplate(template: string, values: TemplateValues, escapeText: Escape): string {
  return partsOf(template)
    .map((part) => (typeof part === 'string' ? part : shown(valueAt(values, part.path), escapeText)))
    .join('');
}

/** Returns why a template is invalid; undefined if it is valid. */
export function templateError(template: string, secrets: readonly string[]): string | undefined {
  for (const part of partsOf(template)) {
    if (typeof part === 'string') {
      if (part.includes('{{')) return '"{{" has no "}}" after it';
      continue;
    }
    const [root = '', name = ''] = part.path;
    if (!part.valid || !roots.has(root))
      return `"{{${part.text.slice(0, 60)}}}" is not a field. Expected {{ .data.NAME }}, {{ .secrets.NAME }}, or ${plain}`;
    if (root === 'secrets' && !secrets.includes(name)) return `the secret "${name}" does not exist`;
  }
  return undefined;
}

const roots = new Set([
  'domain',
  'event_type',
  'data',
  'subscription_key',
  'jpd_origin',
  'source',
  'secrets',
]);
const plain = [...roots]
  .filter((root) => root !== 'data' && root !== 'secrets')
  .map((root) => `{{ .${root} }}`)
  .join(', ');

interface Field {
  text: string;
  path: string[];
  valid: boolean;
}

function partsOf(template: string): (string | Field)[] {
  const parts: (string | Field)[] = [];
  let at = 0;
  while (at < template.length) {
    const open = template.indexOf('{{', at);
    const close = open < 0 ? -1 : template.indexOf('}}', open + 2);
    if (close < 0) break;
    if (open > at) parts.push(template.slice(at, open));
    parts.push(fieldOf(template.slice(open + 2, close)));
    at = close + 2;
  }
  if (at < template.length) parts.push(template.slice(at));
  return parts;
}

function fieldOf(text: string): Field {
  const [first, ...path] = text.trim().split('.');
  const valid = first === '' && path.length > 0 && path.every((name) => /^[\w-]+$/.test(name));
  return { text, path, valid };
}

function valueAt(values: TemplateValues, path: readonly string[]): unknown {
  let value: unknown = values;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

function shown(value: unknown, escapeText: Escape): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return escapeText(value);
  const text = JSON.stringify(value);
  // In a document, it is a complete value without quotes around it.
  return escapeText === escapeHeader ? escapeHeader(text) : text;
}
