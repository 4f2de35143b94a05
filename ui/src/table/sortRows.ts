const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Numbers by value, and texts by language. */
function compareValues(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : collator.compare(String(one), String(other));
}

/** Returns the rows in the order of their keys. Rows without a key come last. */
export function sortRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number | undefined,
  descending: boolean,
): Row[] {
  const sign = descending ? -1 : 1;
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  keyed.sort(({ key: one }, { key: other }) => {
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined);
    return sign * compareValues(one, other);
  });
  return keyed.map(({ row }) => row);
}
