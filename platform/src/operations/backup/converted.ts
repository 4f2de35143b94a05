/** Passes content on. Converts the error of its source, or of the signal. */
export async function* converted(
  source: AsyncIterable<Uint8Array>,
  convert: (error: unknown) => unknown,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const bytes of source) {
      signal?.throwIfAborted();
      yield bytes;
    }
  } catch (error) {
    throw convert(error);
  }
}
