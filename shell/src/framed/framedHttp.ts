import { type Http, HttpFailure, type HttpOptions } from '@lading/contract';
import { addressOf } from '../http/addressOf.ts';
import type { FrameLink } from './FrameLink.ts';
import { type FrameCall, MOST } from './protocol.ts';

/** Longest time of a timer in browsers, in milliseconds. */
const MOST_MS = 2 ** 31 - 1;

/** Makes calls through the page. `mount` ends all of them. */
export function framedHttp(link: FrameLink, mount: AbortSignal): Http {
  const text = async (address: string, options: HttpOptions = {}): Promise<string> => {
    const { signal, onHeaders } = options;
    const call = callOf(address, options);
    const response = await link.call(call, signal ? AbortSignal.any([signal, mount]) : mount);
    onHeaders?.(new Headers({ ...response.headers }));
    return response.text;
  };
  return {
    text,
    async json<T>(path: string, options?: HttpOptions): Promise<T> {
      const found = await text(path, options);
      if (found === '') return undefined as T;
      try {
        return JSON.parse(found) as T;
      } catch {
        throw new HttpFailure(200, `The response to ${path} is not JSON`, undefined, found);
      }
    },
  };
}

/** Rejects calls that are too long for the page, which would remove the frame. */
function callOf(address: string, options: HttpOptions): FrameCall {
  const { method = 'GET', timeout, retry } = options;
  const whole = addressOf(address, options.query);
  const end = whole.indexOf('?');
  const [path, query] = end < 0 ? [whole, ''] : [whole.slice(0, end), whole.slice(end + 1)];
  const body = options.body === undefined ? undefined : JSON.stringify(options.body);
  for (const [what, value] of Object.entries({ path, query, body: body ?? '' })) {
    const most = MOST[what as 'path' | 'query' | 'body'];
    if (value.length > most)
      throw new HttpFailure(400, `The ${what} of the call has more than ${most} characters`, 'TOO_LONG');
  }
  return {
    ...{ method, path, query },
    ...(body === undefined ? {} : { body }),
    ...(timeout === undefined ? {} : { timeout: wholeMilliseconds(timeout) }),
    ...(retry === undefined ? {} : { retry }),
  };
}

function wholeMilliseconds(timeout: number): number {
  return Math.min(Math.max(Math.ceil(timeout) || 0, 0), MOST_MS);
}
