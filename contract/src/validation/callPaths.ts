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

/** Whether the path of a declared call matches: `*` is one segment, `**` at the end one or more. */
export function matchesCall(pattern: string, segments: readonly string[]): boolean {
  const wanted = pattern.split('/').slice(1);
  const rest = wanted.at(-1) === '**';
  if (rest ? segments.length < wanted.length : segments.length !== wanted.length) return false;
  return wanted.every((want, index) => {
    if (want === '*') return true;
    return (rest && index === wanted.length - 1) || want === segments[index];
  });
}
