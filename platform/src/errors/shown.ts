/** Returns the value as JSON, truncated to fit in a message. */
export function shown(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 100);
}
