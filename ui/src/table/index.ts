export { CellButton } from './CellButton.tsx';
export { CellLink } from './CellLink.tsx';
export type { Column, Sort } from './Column.ts';
export { DataTable, type DataTableProps, ROW_HEIGHT } from './DataTable.tsx';
export { type FetchPage, type Page, PagedRows } from './PagedRows.ts';
export type { RowSource } from './RowSource.ts';
export { SwappedRows } from './SwappedRows.ts';
export { type Choice, useChoiceColumn } from './useChoiceColumn.tsx';
export { useNarrow } from './useNarrow.ts';
