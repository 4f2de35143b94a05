import { ShortName, useFormats, useStyles, useText, When } from '@lading/ui';
import { Badge } from '@lading/ui/display';
import { CellButton, type Column } from '@lading/ui/table';
import { useMemo } from 'react';
import { messages } from './messages.ts';
import type { BundleRow } from './SupportStore.ts';
import { serviceLabel } from './serviceNames.ts';
import { STATUS_CLASS } from './statusOf.ts';
import css from './support.css?inline';
import { downloadUrl } from './supportApi.ts';

const BADGES = { success: 'good', failure: 'bad', 'in progress': 'busy' } as const;

export function useBundleColumns(onDelete: (row: BundleRow) => void): readonly Column<BundleRow>[] {
  useStyles(css);
  const text = useText();
  const formats = useFormats();
  return useMemo<Column<BundleRow>[]>(
    () => [
      {
        key: 'name',
        title: text(messages.name),
        width: 'grow',
        least: 180,
        sortable: true,
        phone: 'first',
        cell: ({ name, description }) => (
          <span title={description || undefined}>
            <ShortName text={name} />
          </span>
        ),
      },
      {
        key: 'service',
        title: text(messages.service),
        width: 130,
        shrinks: 100,
        sortable: true,
        cell: ({ service }) => serviceLabel(service),
      },
      {
        key: 'status',
        title: text(messages.status),
        width: 220,
        shrinks: 130,
        sortable: true,
        phone: 'second',
        cell: (row) => <Status row={row} />,
      },
      {
        key: 'create_date',
        title: text(messages.created),
        width: 120,
        shrinks: 104,
        sortable: true,
        phone: 'second-end',
        cell: ({ create_date: date }) => <When date={date} />,
      },
      {
        key: 'createdBy',
        title: text(messages.createdBy),
        width: 110,
        yields: true,
        cell: ({ created_by: by }) => <ShortName text={by} />,
      },
      {
        key: 'size',
        title: text(messages.size),
        width: 90,
        yields: true,
        align: 'end',
        sortable: true,
        cell: ({ size }) => (size === undefined ? '' : formats.size(size)),
      },
      {
        key: 'actions',
        title: text(messages.actions),
        width: 210,
        link: true,
        phone: 'first-end',
        cell: (row) => <Actions row={row} onDelete={onDelete} />,
      },
    ],
    [text, formats, onDelete],
  );
}

function Status({ row: { status, done, total, error } }: { row: BundleRow }) {
  const text = useText();
  // A bundle with an error lacks nodes.
  const isIncomplete = status === 'success' && error !== undefined;
  const label =
    status === 'in progress'
      ? total > 0
        ? text(messages.progress, { done, total })
        : text(messages.running)
      : text(isIncomplete ? messages.incomplete : messages[status]);
  return (
    <span className={`admin-support__status ${STATUS_CLASS[status]}`}>
      <Badge state={isIncomplete ? 'warning' : BADGES[status]} title={error}>
        {label}
      </Badge>
      {error !== undefined && <span className="admin-support__error">{error}</span>}
    </span>
  );
}

function Actions({ row, onDelete }: { row: BundleRow; onDelete: (row: BundleRow) => void }) {
  const text = useText();
  const { id, name, status, placeholder } = row;
  if (placeholder) return null;
  return (
    <span className="admin-support__actions">
      {status === 'success' && (
        <CellButton
          icon="download"
          label={text(messages.download)}
          aria-label={text(messages.downloadNamed, { name })}
          onClick={() => openDownload(id)}
        />
      )}
      <CellButton
        kind="danger"
        label={text(messages.remove)}
        aria-label={text(messages.removeNamed, { name })}
        onClick={() => onDelete(row)}
      />
    </span>
  );
}

/** The browser saves the archive, and reports what goes wrong. */
function openDownload(id: string): void {
  const link = document.createElement('a');
  link.href = downloadUrl(id);
  link.download = '';
  link.click();
}
