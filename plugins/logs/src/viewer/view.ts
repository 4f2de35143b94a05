import type { LogService } from '@lading/contract/rest';
import { DEFAULT_PRODUCT, PRODUCTS } from './LogSelection.ts';
import { LEVELS, type Level } from './parseLine.ts';

/** State of the page that is stored in its URL. */
export interface View {
  readonly service: LogService;
  /** Empty for the first file of the service. */
  readonly file: string;
  /** Empty for all levels. */
  readonly level: Level | '';
  readonly text: string;
  readonly wrap: boolean;
}

export function readView(search: URLSearchParams): View {
  return {
    service: PRODUCTS.find(({ key }) => key === search.get('service'))?.key ?? DEFAULT_PRODUCT,
    file: search.get('log') ?? '',
    level: LEVELS.find((level) => level === search.get('level')) ?? '',
    text: search.get('text') ?? '',
    wrap: search.get('wrap') === '1',
  };
}

/** Returns the query string with this state, without defaults. */
export function writeView(before: URLSearchParams, view: View): URLSearchParams {
  const after = new URLSearchParams(before);
  const values = {
    service: view.service === DEFAULT_PRODUCT ? '' : view.service,
    log: view.file,
    level: view.level,
    text: view.text,
    wrap: view.wrap ? '1' : '',
  };
  for (const [name, value] of Object.entries(values)) {
    if (value === '') after.delete(name);
    else after.set(name, value);
  }
  return after;
}
