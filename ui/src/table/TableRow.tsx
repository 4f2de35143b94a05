// biome-ignore-all lint/a11y/useSemanticElements: virtual rows are positioned independently, which table elements don't support
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells of a row take the focus, not the row
import { type MouseEvent, memo } from 'react';
import { Skeleton } from '../page/Skeleton.tsx';
import { CellTabIndex } from './CellLink.tsx';
import type { Column } from './Column.ts';
import { showWhole } from './showWhole.ts';

interface Props<Row> {
  readonly columns: readonly Column<Row>[];
  readonly template: string;
  readonly row: Row | undefined;
  readonly index: number;
  readonly top: number;
  readonly phone: boolean;
  /** The column of the active cell, if it is in this row. */
  readonly activeColumn: number | undefined;
}

function PlainTableRow<Row>(props: Props<Row>) {
  const { columns, template, row, index, top, phone, activeColumn } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a shortcut for the pointer to the row's link, which the keyboard reaches directly
    <div
      className="ld-table__row"
      role="row"
      aria-rowindex={index + 2}
      aria-busy={row === undefined || undefined}
      data-row={index}
      style={{ transform: `translateY(${top}px)`, gridTemplateColumns: phone ? undefined : template }}
      onClick={followLink}
      onMouseOver={showWhole}
      onFocus={showWhole}
    >
      {columns.map((column, at) => (
        <div
          key={column.key}
          role="gridcell"
          aria-colindex={at + 1}
          className={`ld-table__cell ld-table__cell--${column.align ?? 'start'}`}
          data-column={at}
          data-phone={phone ? (column.phone ?? 'away') : undefined}
          tabIndex={column.link || column.fixed ? undefined : activeColumn === at ? 0 : -1}
        >
          <CellTabIndex.Provider value={activeColumn === at ? 0 : -1}>
            {row === undefined ? <Skeleton width={at === 0 ? '55%' : '70%'} /> : column.cell(row)}
          </CellTabIndex.Provider>
        </div>
      ))}
    </div>
  );
}

/** A row that is rendered again only when it changes. */
export const TableRow = memo(PlainTableRow) as typeof PlainTableRow;

/**
 * Treats a click in a row as a click on its link, unless it is on another control or selects text.
 */
function followLink(event: MouseEvent<HTMLElement>): void {
  const target = event.target as HTMLElement;
  if (target.closest('a, button, input, label') || !window.getSelection()?.isCollapsed) return;
  const { ctrlKey, metaKey, shiftKey } = event;
  const click = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey };
  event.currentTarget.querySelector('a')?.dispatchEvent(new window.MouseEvent('click', click));
}
