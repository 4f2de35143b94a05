import type { TableValue } from '@lading/contract';

/** A valid value of a cell: a text, none, or unknown. */
export type CheckedValue = TableValue | 'none' | 'unknown';

const PATH = /^\/(?!\/)\S*$/;

/** Returns what a cell is sorted by and exported as; `undefined` for none and unknown. */
export function plainValue(value: CheckedValue): string | number | undefined {
  return typeof value === 'string' ? undefined : (value.value ?? value.text);
}

/** Checks a value, which comes from the code of a plugin. */
export function checkedValue(value: unknown): CheckedValue | 'invalid' {
  if (value === undefined) return 'unknown';
  if (value === null) return 'none';
  if (typeof value === 'string') return { text: value };
  const { text, path, title, value: own } = value as Partial<Record<keyof TableValue, unknown>>;
  const isText = (given: unknown) => given === undefined || typeof given === 'string';
  if (typeof text !== 'string' || !isText(path) || !isText(title)) return 'invalid';
  if (typeof path === 'string' && !PATH.test(path)) return 'invalid';
  if (!isText(own) && !Number.isFinite(own)) return 'invalid';
  return {
    text,
    ...(own === undefined ? {} : { value: own as string | number }),
    ...(path ? { path: path as string } : {}),
    ...(title ? { title: title as string } : {}),
  };
}
