import type { AnalyticsCount } from '@lading/contract/rest';
import { useFormats, useText } from '@lading/ui';
import type { Column } from '@lading/ui/table';
import { useMemo } from 'react';
import { messages } from './messages.ts';

export function useCountColumns(): readonly Column<AnalyticsCount>[] {
  const text = useText();
  const formats = useFormats();
  return useMemo<Column<AnalyticsCount>[]>(
    () => [
      {
        ...{ key: 'day', title: text(messages.date), width: 120, sortable: true, phone: 'second' },
        cell: ({ day }) => day,
      },
      {
        ...{ key: 'event', title: text(messages.event), width: 'grow', least: 160, sortable: true },
        phone: 'first',
        cell: ({ event, detail }) => (
          <span title={detail}>
            {event} <span className="ld-soft">{detail}</span>
          </span>
        ),
      },
      {
        ...{ key: 'count', title: text(messages.count), width: 100, align: 'end', sortable: true },
        phone: 'first-end',
        cell: ({ count }) => formats.count(count),
      },
      {
        ...{ key: 'sessions', title: text(messages.sessions), width: 110, align: 'end', sortable: true },
        phone: 'second-end',
        cell: ({ sessions }) => formats.count(sessions),
      },
    ],
    [text, formats],
  );
}
