/**
 * The one place that writes to the browser's console. Lines of the specification stand alone in their message, word
 * for word; what else is known of a failure goes to the diagnostics page.
 */
export function logFailure(line: string, error?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the log of a browser is its console
  if (error === undefined) console.error(line);
  // biome-ignore lint/suspicious/noConsole: as above
  else console.error(line, error);
}

/** What a thrown value says, in one line. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' ? error.name : error.message;
}
