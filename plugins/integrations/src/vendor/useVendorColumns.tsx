import type { Integration } from '@lading/contract/rest';
import { ShortName, useText, When } from '@lading/ui';
import { CellButton, CellLink, type Column } from '@lading/ui/table';
import { useMemo } from 'react';
import type { GitModal } from '../git/GitModal.ts';
import type { GitVendor } from '../git/vendors.ts';
import { scanningPath } from '../paths.ts';
import { removalColumn } from '../removalColumn.tsx';
import { messages } from './messages.ts';

/** Columns of the connections: name, URL, products, last change, and actions. */
export function useVendorColumns(
  vendor: GitVendor,
  modal: GitModal,
  onRemove: (row: Integration) => Promise<void>,
): readonly Column<Integration>[] {
  const text = useText();
  return useMemo<Column<Integration>[]>(
    () => [
      {
        key: 'name',
        title: text(messages.name),
        width: 240,
        shrinks: 160,
        sortable: true,
        link: true,
        phone: 'first',
        cell: (row) => (
          <CellButton
            label={row.name}
            aria-label={text(messages.editNamed, { name: row.name })}
            onClick={() => modal.edit(row)}
          />
        ),
      },
      {
        ...{ key: 'url', title: text(messages.url), width: 'grow', least: 160 },
        sortable: true,
        phone: 'second',
        cell: ({ url }) => <ShortName text={url} />,
      },
      {
        key: 'products',
        title: text(messages.products),
        width: 180,
        shrinks: 130,
        link: true,
        phone: 'second-end',
        cell: (row) =>
          row.products.length > 0 ? (
            <CellLink to={scanningPath(vendor.name, row.integrationKey)}>{row.products.join(', ')}</CellLink>
          ) : (
            <CellButton
              label={text(messages.connectService)}
              aria-label={text(messages.connectServiceOf, { name: row.name })}
              onClick={() => modal.selectService(row)}
            />
          ),
      },
      {
        key: 'updatedOn',
        title: text(messages.updatedOn),
        width: 160,
        shrinks: 110,
        sortable: true,
        cell: ({ updatedOn }) => <When date={updatedOn} />,
      },
      removalColumn({
        label: text(messages.remove),
        nameOf: ({ name }) => text(messages.removeNamed, { name }),
        width: 120,
        onRemove,
      }),
    ],
    [text, vendor, modal, onRemove],
  );
}
