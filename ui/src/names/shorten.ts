/**
 * A name in at most `room` characters: its start and its end, with an ellipsis between them. The end is what tells names
 * of one family apart.
 */
export function shorten(name: string, room: number): string {
  if (name.length <= room) return name;
  const kept = Math.max(2, room - 1);
  const end = Math.floor(kept / 2);
  return `${name.slice(0, kept - end)}…${name.slice(name.length - end)}`;
}
