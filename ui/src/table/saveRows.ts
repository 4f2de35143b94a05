import { when } from 'mobx';
import type { CompleteRows } from './ExportLinks.tsx';
import type { RowSource } from './RowSource.ts';
import type { ExportFormat } from './TableExtension.ts';

/** Characters that make a spreadsheet treat text as a formula, even in quotes. */
const FORMULA = /^[=+\-@\t\r\n]/;

/**
 * Loads all rows of a list that the server does not export, and saves them as a file: the fields of
 * each row as the server named them, with absolute dates.
 */
export async function saveRows<Row>(
  rows: RowSource<Row>,
  format: ExportFormat,
  name: string,
  complete?: CompleteRows<Row>,
): Promise<void> {
  const loaded = await allRows(rows);
  const all = complete ? await complete(loaded, format) : loaded;
  const text = format === 'csv' ? csvOf(all) : `${JSON.stringify(all, null, 2)}\n`;
  const type = format === 'csv' ? 'text/csv;charset=utf-8' : 'application/json';
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = `${name}.${format}`;
  link.click();
  // The browser reads the content after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function allRows<Row>(rows: RowSource<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const at = all.length;
    if (rows.complete && at >= rows.length) return all;
    rows.want(at, at);
    await when(
      () => rows.row(at) !== undefined || rows.error !== undefined || (rows.complete && at >= rows.length),
    );
    for (let row = rows.row(at); row !== undefined; row = rows.row(all.length)) all.push(row);
    if (all.length === at && rows.error) throw rows.error;
  }
}

/** Formats objects as CSV (RFC 4180), with a column for each of their fields. */
export function csvOf(rows: readonly unknown[]): string {
  const objects = rows.map((row) => row as Readonly<Record<string, unknown>>);
  const fields = [...new Set(objects.flatMap((row) => Object.keys(row)))];
  const lines = [fields, ...objects.map((row) => fields.map((field) => row[field]))];
  return lines.map((cells) => `${cells.map(csvCell).join()}\r\n`).join('');
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const written = typeof value === 'string' ? value : listText(value);
  const text = FORMULA.test(written) ? `'${written}` : written;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Joins a list of texts with semicolons; other values are written as JSON. */
function listText(value: unknown): string {
  const isList = Array.isArray(value) && value.every((each) => typeof each !== 'object');
  return isList ? value.join('; ') : (JSON.stringify(value) ?? '');
}
