export type { ListFilter } from './ListFilters.tsx';
export { ListPage, type ListPageProps } from './ListPage.tsx';
export type { ListSource } from './ListSource.ts';
export { type ListSelection, ListView, type ListViewProps } from './ListView.tsx';
export type { ListQuery } from './listQuery.ts';
export { nameColumn, textRoom } from './nameColumn.tsx';
export { type FetchListPage, PagedList } from './PagedList.ts';
export { useList } from './useList.ts';
export { type RowKind, WholeList } from './WholeList.ts';
