import { CellButton, type Column } from '@lading/ui/table';

interface Removal<Row> {
  readonly label: string;
  /** The label with the row's name, for screen readers. */
  readonly nameOf: (row: Row) => string;
  readonly width: number;
  readonly onRemove: (row: Row) => unknown;
}

/** A column with a button that removes the row. */
export function removalColumn<Row>({ label, nameOf, width, onRemove }: Removal<Row>): Column<Row> {
  return {
    key: 'remove',
    title: label,
    width,
    link: true,
    phone: 'first-end',
    cell: (row) => (
      <CellButton kind="danger" label={label} aria-label={nameOf(row)} onClick={() => void onRemove(row)} />
    ),
  };
}
