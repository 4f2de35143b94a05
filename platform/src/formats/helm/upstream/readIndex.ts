import { versionOrder } from '../../../packages/sortKey.ts';
import { chartFile, chartMetadata } from '../chart.ts';
import type { ChartEntry } from '../charts.ts';
import { type Json, readYaml } from '../readYaml.ts';
import { chartAddress } from './chartAddress.ts';

/** A chart in an upstream's index. */
export interface UpstreamChart {
  name: string;
  version: string;
  sortKey: string;
  /** Absolute URL. */
  url: string;
  /** Reason why the URL is never requested. */
  refused?: string;
  /** sha256 in lowercase hexadecimal. */
  digest?: string;
  entry: ChartEntry;
}

const maxCharts = 300_000;
/**
 * Characters to parse at once. Parsing blocks the event loop, and the result takes up to a hundred
 * times the memory.
 */
const maxPieceLength = 2 * 1024 ** 2;
/** Time in milliseconds until the event loop gets control. */
const yieldAfterMs = 10;

type Entry = [name: string, versions: Json];

/**
 * Reads an index piece by piece. `base` is its URL. Throws an `Error` that describes the problem.
 * Invalid charts are skipped, as clients do.
 */
export async function readIndex(text: string, base: string): Promise<UpstreamChart[]> {
  const pieces = pieceByPiece(text);
  if (!pieces) return chartsIn(inOnePiece(text), base);
  try {
    return await chartsIn(eachPiece(pieces), base);
  } catch (error) {
    // A piece can refer to another piece by an alias; a small index is read again as a whole.
    if (text.length > maxPieceLength) throw error;
    return chartsIn(inOnePiece(text), base);
  }
}

async function chartsIn(entries: Iterable<Entry>, base: string): Promise<UpstreamChart[]> {
  const found: UpstreamChart[] = [];
  let began = performance.now();
  for (const [name, versions] of entries) {
    for (const version of Array.isArray(versions) ? versions : []) {
      if (found.length === maxCharts) throw new Error(`it has more than ${maxCharts} charts`);
      const chart = readEntry(name, version, base);
      if (chart) found.push(chart);
    }
    if (performance.now() - began < yieldAfterMs) continue;
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
    for (const version of splitAt(piece, new RegExp(`^${dash}- `, 'gm'))) yield [name, readPiece(version)];
  }
}

function readPiece(text: string): Json {
  if (text.length > maxPieceLength)
    throw new Error(
      `it is not in the format that helm writes, and has more than ${maxPieceLength} characters`,
    );
  return readYaml(text, { values: 1_000_000, characters: 4 * maxPieceLength, lenient: true });
}

function mapping(value: Json): { [key: string]: Json } {
  if (value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw new Error('its entries are not a mapping');
  return value;
}

/**
 * The entries, one chart at a time, if the file is formatted as Helm writes it; otherwise
 * undefined.
 */
function pieceByPiece(text: string): Iterable<string> | undefined {
  const start = /^entries:[ \t]*\r?\n/m.exec(text);
  if (!start) return undefined;
  const from = start.index + start[0].length;
  const ending = /^[^\s#]/gm;
  ending.lastIndex = from;
  const block = text.slice(from, ending.exec(text)?.index);
  const indent = /^( +)[^\s#-]/m.exec(block)?.[1];
  return indent === undefined ? undefined : splitAt(block, new RegExp(`^${indent}[^\\s#-]`, 'gm'));
}

/** Splits the text before each match. */
function* splitAt(text: string, place: RegExp): Generator<string> {
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
        // Clients fetch charts in an OCI registry directly.
        urls: [url.startsWith('oci:') ? url : encodeURIComponent(chartFile(name, version))],
      },
    };
  } catch {
    return undefined;
  }
}
