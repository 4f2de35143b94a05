import { ShortName, useFormats, useText, When } from '@lading/ui';
import { CellLink, type Column } from '@lading/ui/table';
import { useMemo } from 'react';
import { packageAddress } from '../address/packageAddress.ts';
import { PackageType } from '../types/PackageType.tsx';
import { messages } from './messages.ts';
import type { ListedPackage } from './packagesApi.ts';

/** What the list shows of a package. */
export function usePackageColumns(): readonly Column<ListedPackage>[] {
  const text = useText();
  const formats = useFormats();
  return useMemo<Column<ListedPackage>[]>(
    () => [
      {
        key: 'name',
        title: text(messages.name),
        width: 'grow',
        sortable: true,
        link: true,
        phone: 'first',
        cell: ({ id, name, description }) => (
          <span className="packages-name">
            <CellLink to={packageAddress(id)}>
              <ShortName text={name} />
            </CellLink>
            {description && <span className="packages-name__about">{description}</span>}
          </span>
        ),
      },
      {
        key: 'type',
        title: text(messages.type),
        width: 130,
        phone: 'second',
        cell: ({ packageType }) => <PackageType type={packageType} />,
      },
      {
        key: 'latest',
        title: text(messages.latest),
        width: 150,
        phone: 'first-end',
        cell: ({ latestVersion }) => <span className="ld-mono">{latestVersion}</span>,
      },
      {
        key: 'versions',
        title: text(messages.versions),
        width: 90,
        align: 'end',
        cell: ({ versionsCount }) => formats.count(versionsCount),
      },
      {
        key: 'downloads',
        title: text(messages.downloads),
        width: 110,
        align: 'end',
        sortable: true,
        cell: ({ stats }) => formats.count(stats.downloads),
      },
      {
        key: 'modified',
        title: text(messages.modified),
        width: 140,
        sortable: true,
        phone: 'second-end',
        cell: ({ modified }) => <When date={modified} />,
      },
    ],
    [formats, text],
  );
}
