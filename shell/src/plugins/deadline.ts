/** Timeout. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
}

/**
 * Returns the result of `work`, or rejects with `DeadlinePassed` after `milliseconds`. The caller
 * handles late results.
 */
export async function within<T>(milliseconds: number, work: Promise<T>, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_, reject) => {
    const cause = `${what} took longer than ${milliseconds / 1000} s`;
    timer = setTimeout(() => reject(new DeadlinePassed(cause)), milliseconds);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
