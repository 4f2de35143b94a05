/** Shortens a text to the length that the page takes. Plugins in JavaScript can pass anything. */
export function cut(value: unknown, most: number): string {
  const text = String(value);
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
