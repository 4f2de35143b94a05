import { load, YAMLException } from 'js-yaml';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface YamlLimits {
  /** Number of values; values repeated by aliases count each time. */
  values: number;
  /** Number of characters in all strings, counted the same way. */
  characters: number;
  /** The last of duplicate keys wins, as in Helm. Otherwise duplicate keys are rejected. */
  lenient?: boolean;
}

export const usualLimits: YamlLimits = { values: 20_000, characters: 4 * 1024 ** 2 };

/** Reads one YAML document as plain data. Throws an `Error` that describes the problem. */
export function readYaml(text: string, limits: YamlLimits = usualLimits): Json {
  let value: unknown;
  try {
    value = load(text, { maxDepth: 64, maxAliases: 200, json: limits.lenient === true });
  } catch (error) {
    if (error instanceof YAMLException)
      throw new Error(`it is not valid YAML (${error.reason}${place(error)})`);
    throw error;
  }
  return plain(value, { ...limits }, 0);
}

function place({ mark }: YAMLException): string {
  return mark ? `, line ${mark.line + 1}` : '';
}

/**
 * Expands aliases, which share objects, within limits: a few nested aliases could fill the memory.
 */
function plain(value: unknown, left: YamlLimits, depth: number): Json {
  left.values -= 1;
  if (left.values < 0 || depth > 64) throw new Error('it is too large or has too many aliases');
  if (typeof value === 'string') return text(value, left);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'boolean' || value === null || value === undefined) return value ?? null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((each) => plain(each, left, depth + 1));
  if (typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [text(key, left), plain(each, left, depth + 1)]),
    );
  }
  return String(value);
}

/** Removes characters that the database or other readers cannot store. */
function text(value: string, left: YamlLimits): string {
  left.characters -= value.length;
  if (left.characters < 0) throw new Error('it is too large or has too many aliases');
  return value.replace(/\p{Surrogate}|\0/gu, '');
}
