import type { Column } from './Column.ts';
import type { TableLayout } from './TableLayout.ts';

/** Shows or hides a column. `narrow`: without room for it. */
export function toggleColumn(
  layout: TableLayout,
  column: Pick<Column<never>, 'key' | 'yields'>,
  narrow = false,
): void {
  const { hidden, shown, widths } = layout.kept;
  const { key } = column;
  const without = (keys: readonly string[]) => keys.filter((other) => other !== key);
  const show = hidden.includes(key) || (narrow && layout.canYield(column));
  layout.keep({
    widths,
    hidden: show ? without(hidden) : [...hidden, key],
    shown: show && column.yields ? [...without(shown), key] : without(shown),
  });
}
