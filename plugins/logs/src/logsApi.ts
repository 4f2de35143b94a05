import type { Http } from '@lading/contract';
import type { LogConfig, LogData, LogService } from '@lading/contract/rest';

const LOGS = '/ui/api/v1/system/logs';

export interface LogPlace {
  readonly product: LogService;
  /** Empty: the node that responds. */
  readonly node: string;
  readonly file: string;
}

export interface LogRange {
  /** The end of the previous response. Absent: the whole log. */
  readonly file_size?: number;
  readonly file_id?: string;
  /** Bytes, approximately. */
  readonly limit?: number;
  /** Only what is before this offset. */
  readonly end?: number;
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

/** The whole file, as text. */
export function downloadAddress({ product, node, file }: LogPlace): string {
  const query = new URLSearchParams({ ...(node ? { nodeId: node } : {}), id: file });
  return `${LOGS}/download/${product}?${query}`;
}
