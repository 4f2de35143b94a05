import type { PluginBackendCall } from '@lading/contract/rest';

/**
 * Returns the decoded segments of a path, or `undefined` for one that servers could read in
 * different ways: with empty or dot segments, also with path parameters or encoded twice, encoded
 * slashes, or control characters.
 */
export function segmentsOf(path: string): string[] | undefined {
  if (path === '' || path === '/') return [];
  const segments: string[] = [];
  for (const part of path.replace(/^\//, '').split('/')) {
    let segment: string;
    try {
      segment = decodeURIComponent(part);
    } catch {
      return undefined;
    }
    // biome-ignore lint/suspicious/noControlCharactersInRegex: such characters are rejected.
    if (segment === '' || /^\.{1,2}(?:;|$)|%(?:2e|2f|5c)|[/\\\x00-\x1f\x7f]/i.test(segment)) return undefined;
    segments.push(segment);
  }
  return segments;
}

/** Whether one of the calls contains the method and the path. */
export function includesCall(
  calls: readonly PluginBackendCall[],
  method: string,
  segments: readonly string[],
): boolean {
  const wanted = method === 'HEAD' ? 'GET' : method;
  return calls.some(({ methods, path }) => methods.some((one) => one === wanted) && matches(path, segments));
}

/** Whether each call of `some` is among `others` as it is. */
export function areAmong(some: readonly PluginBackendCall[], others: readonly PluginBackendCall[]): boolean {
  const pairs = new Set(others.flatMap(pairsOf));
  return some.flatMap(pairsOf).every((pair) => pairs.has(pair));
}

const pairsOf = ({ methods, path }: PluginBackendCall) => methods.map((method) => `${method} ${path}`);

function matches(pattern: string, segments: readonly string[]): boolean {
  const wanted = pattern.split('/').slice(1);
  const rest = wanted.at(-1) === '**';
  if (rest ? segments.length < wanted.length : segments.length !== wanted.length) return false;
  return wanted.every((want, index) => {
    if (want === '*') return true;
    return (rest && index === wanted.length - 1) || want === segments[index];
  });
}
