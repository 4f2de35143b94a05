/** Entry of a list that administrators change as a whole. */
interface Listed {
  /** ISO 8601, UTC. */
  added?: string;
}

/**
 * Dates the entries that are new. Those of before, which `isSame` finds, keep their date, or stay
 * without one.
 */
export function withAdded<Entry extends Listed>(
  entries: readonly Entry[],
  before: readonly Entry[],
  isSame: (one: Entry, other: Entry) => boolean,
): Entry[] {
  const now = new Date().toISOString();
  return entries.map(({ added: _, ...entry }) => {
    const known = before.find((other) => isSame(entry as Entry, other));
    const added = known ? known.added : now;
    return { ...entry, ...(added === undefined ? {} : { added }) } as Entry;
  });
}
