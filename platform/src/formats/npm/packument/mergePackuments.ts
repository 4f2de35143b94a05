interface Packument {
  'dist-tags'?: Record<string, string>;
  versions?: Record<string, unknown>;
  time?: Record<string, string>;
  modified?: string;
  [field: string]: unknown;
}

/** One packument of several, all as JSON: what an earlier one says of a version, a tag or a field is what counts. */
export function mergePackuments(texts: readonly Buffer[]): Buffer {
  const [first, ...others] = texts;
  if (first === undefined) throw new Error('No packages to merge');
  if (others.length === 0) return first;
  const parsed = texts.map((text) => JSON.parse(text.toString()) as Packument);
  // Later ones are written over by earlier ones.
  const merged = Object.assign({}, ...parsed.toReversed()) as Packument;
  for (const field of ['dist-tags', 'versions', 'time'] as const) {
    if (!parsed.some((packument) => packument[field])) continue;
    merged[field] = Object.assign({}, ...parsed.toReversed().map((packument) => packument[field] ?? {}));
  }
  const changes = parsed.map(({ modified, time }) => modified ?? time?.modified ?? '').sort();
  const newest = changes.at(-1);
  if (newest && merged.modified) merged.modified = newest;
  if (newest && merged.time) merged.time.modified = newest;
  return Buffer.from(JSON.stringify(merged));
}
