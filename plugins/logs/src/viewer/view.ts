import type { LogService } from '@lading/contract/rest';
import { DEFAULT_PRODUCT, PRODUCTS } from './LogSelection.ts';
import { LEVELS, type Level } from './parseLine.ts';

/** The state of the page that is in its URL. */
export interface View {
  readonly service: LogService;
  /** Empty: the first one of the service. */
  readonly file: string;
  /** Empty: all. */
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

/** The query with this state; defaults are left out. */
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
