import type { TrashItem } from '@lading/contract/rest';
import { ShortName, useFormats, useShell, useText, When } from '@lading/ui';
import type { Column } from '@lading/ui/table';
import { useMemo } from 'react';
import { messages } from './messages.ts';

export function useTrashColumns(): readonly Column<TrashItem>[] {
  const text = useText();
  const formats = useFormats();
  const { tag } = useShell().language;
  const day = useMemo(() => new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }), [tag]);
  return useMemo<Column<TrashItem>[]>(
    () => [
      {
        ...{ key: 'name', title: text(messages.name), width: 'grow', phone: 'first' },
        cell: (item) => <ShortName text={titleOf(item)} />,
      },
      {
        ...{ key: 'repository', title: text(messages.repository), width: 180, shrinks: 110, phone: 'second' },
        cell: ({ repo }) => repo,
      },
      {
        ...{ key: 'files', title: text(messages.files), width: 80, align: 'end', yields: true },
        cell: ({ files }) => formats.count(files),
      },
      {
        ...{ key: 'size', title: text(messages.size), width: 100, align: 'end', yields: true },
        cell: ({ bytes }) => formats.size(bytes),
      },
      {
        ...{
          key: 'deletedBy',
          title: text(messages.deletedBy),
          width: 140,
          shrinks: 100,
          phone: 'second-end',
        },
        cell: ({ deletedBy }) => deletedBy,
      },
      {
        ...{ key: 'deleted', title: text(messages.deleted), width: 140, shrinks: 110, phone: 'first-end' },
        cell: ({ deleted }) => <When date={deleted} />,
      },
      {
        ...{ key: 'expires', title: text(messages.expires), width: 140, shrinks: 110, yields: true },
        // Exact: 'next week' can be in 8 or in 13 days.
        cell: ({ expires }) => day.format(Date.parse(expires)),
      },
    ],
    [text, formats, day],
  );
}

/** Generic files have a date as version, which is no part of their name. */
export function titleOf({ name, version, packageType }: TrashItem): string {
  return version === undefined || packageType === 'generic' ? name : `${name} ${version}`;
}
