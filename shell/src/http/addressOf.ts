import type { HttpOptions } from '@lading/contract';

/** Returns the path with the query of a call. */
export function addressOf(path: string, query: HttpOptions['query'] = {}): string {
  const values = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) values.append(key, String(one));
  }
  const text = values.toString();
  return text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`;
}
