/**
 * Runs the work for several items in parallel. After the first failure, no further items are begun;
 * it is thrown when those in progress have ended, so that nothing is written afterwards.
 */
export async function inParallel<T>(
  items: Iterable<T>,
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const worker = async () => {
    for (let next = iterator.next(); !next.done && failures.length === 0; next = iterator.next())
      await work(next.value);
  };
  await Promise.all(
    Array.from({ length: most }, () => worker().catch((error: unknown) => failures.push(error))),
  );
  if (failures.length > 0) throw failures[0];
}
