/** Error about the file as a whole. */
export class BadFile extends Error {
  override readonly name = 'BadFile';
}

/** A document of a file, or the reason why it is invalid. */
export type Document = { name: string } & ({ value: unknown } | { fault: string });

/** In bytes. */
export const limits = {
  /** Of a document; the longest published ones have a fifth of it. */
  document: 4 * 1024 * 1024,
  /** Of a list, which is read as a whole. */
  list: 64 * 1024 * 1024,
  /** Of an archive, uncompressed. */
  unpacked: 8 * 1024 * 1024 * 1024,
  /** Number of documents in one file. */
  documents: 2_000_000,
};

export function parse(text: string): { value: unknown } | { fault: string } {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch (error) {
    return { fault: (error as Error).message.slice(0, 200) };
  }
}
