/**
 * Shortens a name to up to `room` characters: its start and end, with an ellipsis between. The end
 * distinguishes similar names.
 */
export function shorten(name: string, room: number): string {
  if (name.length <= room) return name;
  const kept = Math.max(2, room - 1);
  const end = Math.floor(kept / 2);
  return `${name.slice(0, kept - end)}…${name.slice(name.length - end)}`;
}
