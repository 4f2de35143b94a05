import { versionOrder } from '../../../packages/sortKey.ts';
import { chartFile, chartMetadata } from '../chart.ts';
import type { ChartEntry } from '../charts.ts';
import { type Json, readYaml } from '../readYaml.ts';
import { chartAddress } from './chartAddress.ts';

/** A chart of an upstream's index. */
export interface UpstreamChart {
  name: string;
  version: string;
  sortKey: string;
  /** Absolute. */
  url: string;
  /** Why nobody is sent to the address. */
  refused?: string;
  /** Its sha256, hexadecimal in lower case. */
  digest?: string;
  entry: ChartEntry;
}

const mostCharts = 300_000;
/** Characters that are read in one piece: nothing else is done beside, and what was read takes a hundred times as much memory. */
const longestPiece = 2 * 1024 ** 2;
/** How long reading goes on before others get their turn, in milliseconds. */
const turn = 10;

type Entry = [name: string, versions: Json];

/**
 * Reads an index piece by piece; `base`: where it is. Throws an `Error` that says what does not hold; a chart that does not is left out, as
 * clients do.
 */
export async function readIndex(text: string, base: string): Promise<UpstreamChart[]> {
  const pieces = pieceByPiece(text);
  if (!pieces) return chartsIn(inOnePiece(text), base);
  try {
    return await chartsIn(eachPiece(pieces), base);
  } catch (error) {
    // One piece may lead to another.
    if (text.length > longestPiece) throw error;
    return chartsIn(inOnePiece(text), base);
  }
}

async function chartsIn(entries: Iterable<Entry>, base: string): Promise<UpstreamChart[]> {
  const found: UpstreamChart[] = [];
  let began = performance.now();
  for (const [name, versions] of entries) {
    for (const version of Array.isArray(versions) ? versions : []) {
      if (found.length === mostCharts) throw new Error(`it has more than ${mostCharts} charts`);
      const chart = readEntry(name, version, base);
      if (chart) found.push(chart);
    }
    if (performance.now() - began < turn) continue;
    await new Promise(setImmediate);
    began = performance.now();
  }
  return found;
}

function* inOnePiece(text: string): Generator<Entry> {
  const index = mapping(readPiece(text));
  if (index.entries === undefined) throw new Error('it contains no entries');
  yield* Object.entries(mapping(index.entries ?? {}));
}

function* eachPiece(pieces: Iterable<string>): Generator<Entry> {
  for (const piece of pieces) {
    const [head = ''] = piece.split('\n', 1);
    const dash = /^( *)- /m.exec(piece.slice(head.length))?.[1];
    if (dash === undefined || !head.trimEnd().endsWith(':')) {
      yield* Object.entries(mapping(readPiece(piece)));
      continue;
    }
    const [name = ''] = Object.keys(mapping(readPiece(head)));
    for (const version of partsAt(piece, new RegExp(`^${dash}- `, 'gm'))) yield [name, readPiece(version)];
  }
}

function readPiece(text: string): Json {
  if (text.length > longestPiece)
    throw new Error(`it is not in the format that helm writes, and has more than ${longestPiece} characters`);
  return readYaml(text, { values: 1_000_000, characters: 4 * longestPiece, lenient: true });
}

function mapping(value: Json): { [key: string]: Json } {
  if (value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw new Error('its entries are not a mapping');
  return value;
}

/** The entries, each chart by itself, where the file is written as helm writes it; undefined where it is not. */
function pieceByPiece(text: string): Iterable<string> | undefined {
  const start = /^entries:[ \t]*\r?\n/m.exec(text);
  if (!start) return undefined;
  const from = start.index + start[0].length;
  const ending = /^[^\s#]/gm;
  ending.lastIndex = from;
  const block = text.slice(from, ending.exec(text)?.index);
  const indent = /^( +)[^\s#-]/m.exec(block)?.[1];
  return indent === undefined ? undefined : partsAt(block, new RegExp(`^${indent}[^\\s#-]`, 'gm'));
}

/** The text from each place that fits to the next. */
function* partsAt(text: string, place: RegExp): Generator<string> {
  let from: number | undefined;
  for (const { index } of text.matchAll(place)) {
    if (from !== undefined) yield text.slice(from, index);
    from = index;
  }
  if (from !== undefined) yield text.slice(from);
}

function readEntry(name: string, value: Json, base: string): UpstreamChart | undefined {
  try {
    const { fields, version, name: own } = chartMetadata(value);
    const { urls, digest, created } = value as { [key: string]: Json };
    const [first] = Array.isArray(urls) ? urls : [];
    if (own !== name || typeof first !== 'string') return undefined;
    const { url, refused } = chartAddress(first, base);
    const sum =
      typeof digest === 'string'
        ? /^(?:sha256:)?([0-9a-f]{64})$/i.exec(digest)?.[1]?.toLowerCase()
        : undefined;
    return {
      name,
      version,
      sortKey: versionOrder(version).sortKey,
      url,
      ...(refused === undefined ? {} : { refused }),
      ...(sum ? { digest: sum } : {}),
      entry: {
        ...fields,
        name,
        version,
        ...(typeof created === 'string' ? { created } : {}),
        ...(sum ? { digest: sum } : {}),
        // What no web server has, its clients fetch themselves.
        urls: [url.startsWith('oci:') ? url : encodeURIComponent(chartFile(name, version))],
      },
    };
  } catch {
    return undefined;
  }
}
