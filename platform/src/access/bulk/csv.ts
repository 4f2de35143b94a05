/** A line of CSV with its line number, from 1. */
export interface CsvLine {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Parses CSV (RFC 4180), without blank lines. Quoted values can contain commas, quotes, and line
 * breaks.
 */
export function readCsv(text: string): CsvLine[] {
  const lines: CsvLine[] = [];
  let [cells, cell, quoted, line, start] = [[] as string[], '', false, 1, 1];
  const endLine = () => {
    cells.push(cell);
    if (cells.some((each) => each.trim() !== '')) lines.push({ line: start, cells });
    [cells, cell] = [[], ''];
  };
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  for (let at = 0; at < source.length; at++) {
    const letter = source[at] ?? '';
    if (letter === '\n') line += 1;
    if (quoted && letter === '"' && source[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (letter === '"' && (quoted || cell === '')) quoted = !quoted;
    else if (!quoted && letter === ',') {
      cells.push(cell);
      cell = '';
    } else if (!quoted && letter === '\n') {
      endLine();
      start = line;
    } else cell += letter;
  }
  endLine();
  return lines;
}
