import { Readable } from 'node:stream';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { withStorage } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { currentStorage, type Storage } from '../storage/storage.ts';
import { type CsvCell, csvLine } from './csv.ts';

export type ExportFormat = 'csv' | 'json';

/** Query of a list that can be exported. */
export const exportQuery = {
  format: Type.Optional(Type.String({ description: '`csv` or `json`: the list as a file.' })),
};

export interface ExportedList<Row> {
  /** File name without extension. */
  name: string;
  format: ExportFormat;
  /** Columns of the CSV file: title → cell of a row. */
  columns: Readonly<Record<string, (row: Row) => CsvCell>>;
  /** Rows in batches, read as fast as the client receives them. */
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
}

/** Throws `HttpError` 400 unless the value is a format. */
export function exportFormat(value: unknown): ExportFormat {
  if (value === 'csv' || value === 'json') return value;
  const given = JSON.stringify(String(value).slice(0, 40));
  throw new HttpError(400, 'BAD_REQUEST', `Invalid ?format= ${given}. Expected csv or json.`);
}

/** Streams a list as a file. An error in the first batch is still returned as an error response. */
export async function sendExport<Row>(reply: FastifyReply, list: ExportedList<Row>): Promise<FastifyReply> {
  const { name, format } = list;
  const texts = format === 'csv' ? csvText(list) : jsonText(list);
  const first = await texts.next();
  return reply
    .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(within(currentStorage(), texts, first.value ?? '')));
}

async function* csvText<Row>({ columns, batches }: ExportedList<Row>): AsyncGenerator<string> {
  const cells = Object.values(columns);
  let text = csvLine(Object.keys(columns));
  for await (const batch of batches) {
    text += batch.map((row) => csvLine(cells.map((cell) => cell(row)))).join('');
    yield text;
    text = '';
  }
  yield text;
}

async function* jsonText<Row>({ batches }: ExportedList<Row>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const batch of batches) {
    if (!batch.length) continue;
    yield separator + batch.map((row) => JSON.stringify(row)).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/**
 * Reads each batch in the context of the storage, because the client pulls the stream outside the
 * request's context.
 */
async function* within(
  storage: Storage,
  texts: AsyncGenerator<string>,
  first: string,
): AsyncGenerator<string> {
  try {
    yield first;
    for (;;) {
      const next = await withStorage(storage, () => texts.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await texts.return(undefined);
  }
}
