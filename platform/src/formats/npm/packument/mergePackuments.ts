interface Packument {
  'dist-tags'?: Record<string, string>;
  versions?: Record<string, unknown>;
  time?: Record<string, string>;
  modified?: string;
  [field: string]: unknown;
}

/** Merges packuments, all as JSON. Earlier ones win for each version, tag, and field. */
export function mergePackuments(texts: readonly Buffer[]): Buffer {
  const [first, ...others] = texts;
  if (first === undefined) throw new Error('No packages to merge');
  if (others.length === 0) return first;
  const parsed = texts.map((text) => JSON.parse(text.toString()) as Packument);
  // Earlier packuments overwrite later ones.
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
