import type { LogService } from '@lading/contract/rest';
import { SYSTEM_LOGS } from '../paths.ts';
import { NO_CRITERIA } from './criteria.ts';
import type { LogLine } from './LogLines.ts';
import { DEFAULT_PRODUCT, PRODUCTS } from './LogSelection.ts';
import { LEVELS, type Level } from './parseLine.ts';

/** State of the page that is stored in its URL. */
export interface View {
  readonly service: LogService;
  /** Empty for the node that responds. */
  readonly node: string;
  /** Empty for the first file of the service. */
  readonly file: string;
  /** Empty for all levels. */
  readonly level: Level | '';
  readonly text: string;
  readonly requestId: string;
  readonly user: string;
  readonly wrap: boolean;
  /** New lines are streamed. */
  readonly live: boolean;
  /** Position of the linked line; empty for none. */
  readonly line: string;
}

export function readView(search: URLSearchParams): View {
  return {
    service: PRODUCTS.find(({ key }) => key === search.get('service'))?.key ?? DEFAULT_PRODUCT,
    node: search.get('node') ?? '',
    file: search.get('log') ?? '',
    level: LEVELS.find((level) => level === search.get('level')) ?? '',
    text: search.get('text') ?? '',
    requestId: search.get('request') ?? '',
    user: search.get('user') ?? '',
    wrap: search.get('wrap') === '1',
    live: search.get('live') === '1',
    line: search.get('line') ?? '',
  };
}

/** Returns the query string with this state, without defaults. */
export function writeView(before: URLSearchParams, view: View): URLSearchParams {
  const after = new URLSearchParams(before);
  const values = {
    service: view.service === DEFAULT_PRODUCT ? '' : view.service,
    node: view.node,
    log: view.file,
    level: view.level,
    text: view.text,
    request: view.requestId,
    user: view.user,
    wrap: view.wrap ? '1' : '',
    live: view.live ? '1' : '',
    line: view.line,
  };
  for (const [name, value] of Object.entries(values)) {
    if (value === '') after.delete(name);
    else after.set(name, value);
  }
  return after;
}

/** Returns the view of a line among all lines of its file. */
export function viewOfLine({ source, position = '' }: LogLine, view: View): View {
  const { product: service, node, file } = source;
  return { ...view, service, node, file, ...NO_CRITERIA, live: false, line: position };
}

/** Returns the path and query of a line. */
export function lineAddress(line: LogLine): string {
  const view = viewOfLine(line, readView(new URLSearchParams()));
  return `${SYSTEM_LOGS}?${writeView(new URLSearchParams(), view)}`;
}
