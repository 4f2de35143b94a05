const MOST_MESSAGE = 1_000;

/** Text of an error, also of the module loader, as long as the page takes. */
export function messageOf(error: unknown): string {
  const { request, reason } = (error ?? {}) as { request?: unknown; reason?: unknown };
  const text = typeof request === 'string' ? `${request}: ${String(reason)}` : undefined;
  return (text ?? (error instanceof Error ? error.message : String(error))).slice(0, MOST_MESSAGE);
}
