/** Dialogs of the browser and of Fluent UI. */
const DIALOG = 'dialog[open], [aria-modal="true"]';

/**
 * Calls a plugin. Rejects if the function throws, and with the error `late` after `seconds` in
 * which no dialog is open: the time that a user takes to answer does not count.
 */
export function unlessLate<Value>(
  seconds: number,
  call: () => Promise<Value> | Value,
  late: Error,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    let waited = 0;
    const clock = setInterval(() => {
      if (document.querySelector(DIALOG)) return;
      waited += 1;
      if (waited < seconds) return;
      clearInterval(clock);
      reject(late);
    }, 1_000);
    // Within the click, so that the plugin can open windows and use the clipboard.
    new Promise<Value>((settle) => settle(call())).then(resolve, reject).finally(() => clearInterval(clock));
  });
}
