/** Calls a plugin. Rejects if the function throws, and after `seconds` with the error `late`. */
export function within<Value>(
  seconds: number,
  call: () => Promise<Value> | Value,
  late: Error,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late), seconds * 1_000);
    Promise.resolve()
      .then(call)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
