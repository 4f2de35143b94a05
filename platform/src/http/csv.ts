/** One cell. A list is joined with semicolons. */
export type CsvCell = string | number | boolean | null | undefined | readonly string[];

/** Characters that make a spreadsheet treat text as a formula, even in quotes. */
const formula = /^[=+\-@\t\r\n]/;

/**
 * Formats a line of CSV (RFC 4180). Text that a spreadsheet would evaluate gets a leading
 * apostrophe. Numbers are unchanged.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join()}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  const written = typeof cell === 'string' ? cell : cell.join('; ');
  const text = formula.test(written) ? `'${written}` : written;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
