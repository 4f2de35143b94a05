import { useFormats, useText, When } from '@lading/ui';
import { CellLink, type Column } from '@lading/ui/table';
import { useMemo } from 'react';
import { packageAddress } from '../address/packageAddress.ts';
import { Badges, WarningBadge } from '../facts/Badges.tsx';
import { messages } from './messages.ts';
import type { ListedVersion } from './packageApi.ts';

/** What the list shows of a version. */
export function useVersionColumns(packageId: string): readonly Column<ListedVersion>[] {
  const text = useText();
  const formats = useFormats();
  return useMemo<Column<ListedVersion>[]>(
    () => [
      {
        key: 'name',
        title: text(messages.version),
        width: 'grow',
        sortable: true,
        link: true,
        phone: 'first',
        cell: ({ name, tags, deprecated }) => (
          <span className="packages-versions__name">
            <CellLink to={packageAddress(packageId, name)}>
              <span className="ld-mono">{name}</span>
            </CellLink>
            <Badges words={tags} />
            {deprecated && <WarningBadge word={text(messages.deprecated)} title={deprecated} />}
          </span>
        ),
      },
      {
        key: 'repositories',
        title: text(messages.repositories),
        width: 160,
        phone: 'second',
        cell: ({ repos }) => repos.map(({ name }) => name).join(', '),
      },
      {
        key: 'size',
        title: text(messages.size),
        width: 90,
        align: 'end',
        phone: 'first-end',
        cell: ({ size }) => formats.size(size),
      },
      {
        key: 'downloads',
        title: text(messages.downloads),
        width: 110,
        align: 'end',
        sortable: true,
        cell: ({ stats }) => formats.count(stats.downloadCount),
      },
      {
        key: 'created',
        title: text(messages.published),
        width: 140,
        sortable: true,
        phone: 'second-end',
        cell: ({ created }) => <When date={created} />,
      },
    ],
    [packageId, formats, text],
  );
}
