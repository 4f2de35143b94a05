/**
 * Runs the work for several items in parallel. After the first failure, no further items are begun;
 * it is thrown when those in progress have ended, so that nothing is written afterwards. A limit
 * that is a function can decrease over time, but never below 1.
 */
export async function inParallel<T>(
  items: Iterable<T>,
  most: number | (() => number),
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const limit = () => (typeof most === 'number' ? most : most());
  const worker = async (position: number) => {
    while (failures.length === 0 && position < limit()) {
      const next = iterator.next();
      if (next.done) return;
      await work(next.value);
    }
  };
  await Promise.all(
    Array.from({ length: limit() }, (_, position) =>
      worker(position).catch((error: unknown) => failures.push(error)),
    ),
  );
  if (failures.length > 0) throw failures[0];
}
