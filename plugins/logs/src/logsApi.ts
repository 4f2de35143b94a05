import type { Http } from '@lading/contract';
import type { LogConfig, LogData, LogService } from '@lading/contract/rest';
import type { LogLines, LogSource } from './viewer/LogLines.ts';

const LOGS = '/ui/api/v1/system/logs';

export interface LogPlace {
  readonly product: LogService;
  /** Empty for the node that responds. */
  readonly node: string;
  readonly file: string;
}

export interface LogRange {
  /** End offset of the previous response; absent for the whole log. */
  readonly file_size?: number;
  readonly file_id?: string;
  /** Approximate number of bytes. */
  readonly limit?: number;
  /** Returns only content before this offset. */
  readonly end?: number;
  /** Returns only content after this offset. `limit` counts from here. */
  readonly from?: number;
}

/** Throws `HttpFailure`. */
export function fetchLogConfig(
  http: Http,
  { product, node }: Omit<LogPlace, 'file'>,
  signal: AbortSignal,
): Promise<LogConfig> {
  return http.json(`${LOGS}/config/${product}`, { query: { nodeId: node || undefined }, signal });
}

/** Throws `HttpFailure`. */
export function fetchLogData(
  http: Http,
  { product, node, file }: LogPlace,
  range: LogRange,
  signal: AbortSignal,
): Promise<LogData> {
  return http.json(`${LOGS}/data/${product}`, {
    query: { nodeId: node || undefined, id: file, ...range },
    signal,
  });
}

/** Returns the download URL of the whole file. */
export function downloadAddress({ product, node, file }: LogPlace): string {
  const query = new URLSearchParams({ ...(node ? { nodeId: node } : {}), id: file });
  return `${LOGS}/download/${product}?${query}`;
}

/** Returns the name of a log in a stream. */
export function logKey({ node, product, file }: LogSource): string {
  return `${node === '' ? '' : `${node}/`}${product}:${file}`;
}

/** Returns the URL of the stream of lines after the loaded ones. */
export function streamAddress(logs: readonly LogLines[]): string {
  const query = new URLSearchParams();
  for (const { source, offset = 0, fileId } of logs)
    query.append('log', `${logKey(source)}:${offset}:${fileId}`);
  return `${LOGS}/stream?${query}`;
}
