/** A list is written with semicolons in one cell. */
export type CsvCell = string | number | boolean | null | undefined | readonly string[];

/** A spreadsheet takes a text that begins with one of these characters for a formula, in quotes too. */
const formula = /^[=+\-@\t\r\n]/;

/** A line of CSV (RFC 4180). Texts that a spreadsheet would evaluate get a leading apostrophe; numbers stay as they are. */
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
