// biome-ignore-all lint/a11y/useSemanticElements: virtual rows are positioned independently, which table elements don't support
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells of a row take the focus, not the row
import { Icon } from '../icons/Icon.tsx';
import { CellTabIndex } from './CellLink.tsx';
import type { Column, Sort } from './Column.ts';
import { ColumnEdge } from './ColumnEdge.tsx';
import type { TableLayout } from './TableLayout.ts';

interface Props<Row> {
  readonly columns: readonly Column<Row>[];
  readonly layout: TableLayout;
  readonly template: string;
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
  /** Shows only titles to sort by, each in tab order: no row looks like theirs. */
  readonly phone: boolean;
  readonly activeColumn: number | undefined;
}

/** The title row, which stays visible while the rows scroll. */
export function TableHead<Row>(props: Props<Row>) {
  const { columns, layout, template, sort, onSort, phone, activeColumn } = props;
  return (
    <div
      className="ld-table__head"
      role="row"
      aria-rowindex={1}
      data-row={-1}
      style={{ gridTemplateColumns: template }}
    >
      {columns.map((column, at) => {
        const sorted = sort?.key === column.key ? sort : undefined;
        const tabIndex = activeColumn === at ? 0 : -1;
        const next = { key: column.key, descending: sorted ? !sorted.descending : false };
        return (
          <div
            key={column.key}
            role="columnheader"
            aria-colindex={at + 1}
            aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined}
            className={`ld-table__cell ld-table__cell--${column.align ?? 'start'}`}
            data-column={at}
            tabIndex={column.sortable || column.head ? undefined : tabIndex}
          >
            {column.sortable ? (
              <button
                type="button"
                className="ld-table__sort"
                tabIndex={phone ? 0 : tabIndex}
                onClick={() => onSort?.(next)}
              >
                <span className="ld-table__title">{column.title}</span>
                {sorted && <Icon name={sorted.descending ? 'sortDown' : 'sortUp'} size={16} />}
              </button>
            ) : (
              <CellTabIndex.Provider value={tabIndex}>
                {column.head ?? <span className="ld-table__title">{column.title}</span>}
              </CellTabIndex.Provider>
            )}
            <ColumnEdge column={column} layout={layout} tabIndex={tabIndex} />
          </div>
        );
      })}
    </div>
  );
}
