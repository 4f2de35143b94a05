import { HttpError } from '../../errors/HttpError.ts';

/** A line of CSV with its line number, from 1. */
export interface CsvLine {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Parses CSV (RFC 4180), without blank lines. Quoted values can contain commas, quotes, and line
 * breaks. Throws `HttpError` 400 for a quote that is not closed: it would contain all further
 * lines.
 */
export function readCsv(text: string): CsvLine[] {
  const lines: CsvLine[] = [];
  let [cells, cell, quoted, line, start, opened] = [[] as string[], '', false, 1, 1, 1];
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
    } else if (letter === '"' && (quoted || cell === '')) {
      if (quoted && !/[,\n]/.test(source[at + 1] ?? ',')) throw textAfter(opened);
      quoted = !quoted;
      if (quoted) opened = line;
    } else if (!quoted && letter === ',') {
      cells.push(cell);
      cell = '';
    } else if (!quoted && letter === '\n') {
      endLine();
      start = line;
    } else cell += letter;
  }
  if (quoted)
    throw bad(`The quote on line ${opened} is not closed. Add a closing quote, or remove the quote`);
  endLine();
  return lines;
}

function textAfter(line: number): HttpError {
  return bad(
    `The quoted value that starts on line ${line} is followed by text. Write two quotes for a quote in a value, and check that the value is closed`,
  );
}

function bad(message: string): HttpError {
  return new HttpError(400, 'BAD_IMPORT', message);
}
