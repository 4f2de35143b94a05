/** What is wrong with the file as a whole. */
export class BadFile extends Error {
  override readonly name = 'BadFile';
}

/** One document of a file, or why there is none. */
export type Document = { name: string } & ({ value: unknown } | { fault: string });

/** In bytes. */
export const limits = {
  /** Of a document; the longest that are published have a fifth of it. */
  document: 4 * 1024 * 1024,
  /** Of a list, which is read at once. */
  list: 64 * 1024 * 1024,
  /** Of an archive, unpacked. */
  unpacked: 8 * 1024 * 1024 * 1024,
  /** Of documents in one file. */
  documents: 2_000_000,
};

export function parse(text: string): { value: unknown } | { fault: string } {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch (error) {
    return { fault: (error as Error).message.slice(0, 200) };
  }
}
