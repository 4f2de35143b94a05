import type { TableCell, TableValue } from '@lading/contract';
import { cut } from './cut.ts';
import { MOST, MOST_TEXT } from './protocol.ts';

/** Returns the values of a column as plain data, with texts as long as the page takes. */
export function plainCells(found: unknown, rows: number): TableCell[] {
  if (!Array.isArray(found)) throw new Error('the column did not return a list of values');
  return Array.from({ length: rows }, (_, at) => {
    const cell = plainCell(found[at]);
    if (cell === 'invalid') throw new Error(`the value of row ${at + 1} is invalid`);
    return cell;
  });
}

function plainCell(value: unknown): Exclude<TableCell, string> | 'invalid' {
  if (value === undefined || value === null) return value;
  if (typeof value === 'string') return { text: cut(value, MOST_TEXT) };
  const { text, value: own, path, title } = value as Partial<Record<keyof TableValue, unknown>>;
  const isOwn = own === undefined || typeof own === 'string' || Number.isFinite(own);
  const isPath = path === undefined || (typeof path === 'string' && path.length <= MOST.path);
  const isTitle = title === undefined || typeof title === 'string';
  if (typeof text !== 'string' || !isOwn || !isPath || !isTitle) return 'invalid';
  return {
    text: cut(text, MOST_TEXT),
    ...(own === undefined ? {} : { value: typeof own === 'string' ? cut(own, MOST_TEXT) : (own as number) }),
    ...(path === undefined ? {} : { path }),
    ...(title === undefined ? {} : { title: cut(title, MOST_TEXT) }),
  };
}
