import type { Json } from './readYaml.ts';

/** Strings that no YAML reader, old or new, parses as another type. */
const plainText = /^(?:[A-Za-z][A-Za-z0-9_./@+-]*(?: [A-Za-z0-9_./@+()-]+)*|\d+\.\d+\.\d+[A-Za-z0-9.+-]*)$/;
const reserved = /^(?:true|false|yes|no|on|off|y|n|null)$/i;

/**
 * Lines in block style, each with the given indentation, as users and tools expect of an
 * index.yaml.
 */
export function yamlLines(value: Json, before = ''): string[] {
  if (isScalar(value)) return [before + scalar(value)];
  if (Array.isArray(value)) {
    return value.flatMap((each) => {
      if (isScalar(each)) return `${before}- ${scalar(each)}`;
      const [first = '', ...rest] = yamlLines(each, `${before}  `);
      return [`${before}- ${first.slice(before.length + 2)}`, ...rest];
    });
  }
  return Object.entries(value).flatMap(([key, each]) => {
    if (isScalar(each)) return `${before}${scalar(key)}: ${scalar(each)}`;
    // A list has the same indentation as its key.
    return [`${before}${scalar(key)}:`, ...yamlLines(each, Array.isArray(each) ? before : `${before}  `)];
  });
}

type Scalar = Exclude<Json, Json[] | { [key: string]: Json }>;

function isScalar(value: Json): value is Scalar {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0;
}

function scalar(value: Json): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[]' : '{}';
  if (typeof value !== 'string') return String(value);
  // JSON strings are valid YAML; old readers treat the two separators as line breaks.
  return plainText.test(value) && !reserved.test(value)
    ? value
    : JSON.stringify(value).replace(
        /[\u007f-\u009f\u2028\u2029\ufeff]/g,
        (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
}
