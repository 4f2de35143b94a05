/** The value as JSON, cut to a length that fits a message. */
export function shown(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 100);
}
