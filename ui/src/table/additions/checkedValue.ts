import type { TableValue } from '@lading/contract';

/** A valid value of a cell: a text, none, or unknown. */
export type CheckedValue = TableValue | 'none' | 'unknown';

const PATH = /^\/(?!\/)\S*$/;

/** Checks a value, which comes from the code of a plugin. */
export function checkedValue(value: unknown): CheckedValue | 'invalid' {
  if (value === undefined) return 'unknown';
  if (value === null) return 'none';
  if (typeof value === 'string') return { text: value };
  const { text, path, title } = value as Partial<Record<keyof TableValue, unknown>>;
  const isText = (given: unknown) => given === undefined || typeof given === 'string';
  if (typeof text !== 'string' || !isText(path) || !isText(title)) return 'invalid';
  if (typeof path === 'string' && !PATH.test(path)) return 'invalid';
  return { text, ...(path ? { path: path as string } : {}), ...(title ? { title: title as string } : {}) };
}
