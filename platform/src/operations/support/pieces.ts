import type { BundleFile } from './BundlePart.ts';

/**
 * Yields the content of a file as text. `within` sets the storage, because a stream reads the
 * content later.
 */
export async function* piecesOf(
  file: BundleFile,
  within: <T>(work: () => T) => T,
): AsyncGenerator<string, void> {
  const content = within(file.content);
  if (Symbol.asyncIterator in content) yield* content;
  else yield json(await content);
}

export function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
