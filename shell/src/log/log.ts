/**
 * Writes a failure to the browser console; no other code writes there. Log lines of the
 * specification are logged verbatim, as the whole message. Other details of a failure appear on the
 * diagnostics page.
 */
export function logFailure(line: string, error?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the console is the log of a browser
  if (error === undefined) console.error(line);
  // biome-ignore lint/suspicious/noConsole: as above
  else console.error(line, error);
}

/** Returns a one-line description of a thrown value. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' ? error.name : error.message;
}
