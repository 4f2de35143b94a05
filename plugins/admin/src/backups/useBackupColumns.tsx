import type { BackupRun } from '@lading/contract/rest';
import { ShortName, type Text, useFormats, useStyles, useText, When } from '@lading/ui';
import { Badge, type BadgeState } from '@lading/ui/display';
import type { Column } from '@lading/ui/table';
import { useMemo } from 'react';
import css from './backups.css?inline';
import { messages } from './messages.ts';
import { type ShownState, shownStateOf } from './shownState.ts';

const BADGES = {
  waiting: 'unknown',
  running: 'busy',
  succeeded: 'good',
  succeededWithErrors: 'warning',
  incomplete: 'warning',
  failed: 'bad',
} as const satisfies Record<ShownState, BadgeState>;

export function useBackupColumns(): readonly Column<BackupRun>[] {
  useStyles(css);
  const text = useText();
  const formats = useFormats();
  return useMemo<Column<BackupRun>[]>(
    () => [
      {
        key: 'time',
        title: text(messages.time),
        width: 140,
        sortable: true,
        phone: 'first',
        cell: ({ requested }) => <When date={requested} />,
      },
      {
        key: 'state',
        title: text(messages.state),
        width: 'grow',
        least: 120,
        sortable: true,
        phone: 'second',
        cell: (run) => <State run={run} />,
      },
      {
        key: 'duration',
        title: text(messages.duration),
        width: 150,
        yields: true,
        align: 'end',
        cell: ({ started, ended }) =>
          started && ended ? formats.duration(Date.parse(ended) - Date.parse(started)) : '',
      },
      {
        key: 'size',
        title: text(messages.size),
        width: 100,
        align: 'end',
        sortable: true,
        phone: 'first-end',
        cell: ({ databaseBytes, blobBytes }) =>
          databaseBytes === undefined ? '' : formats.size(databaseBytes + (blobBytes ?? 0)),
      },
      {
        key: 'copied',
        title: text(messages.copied),
        width: 100,
        yields: true,
        align: 'end',
        sortable: true,
        cell: ({ copiedBytes }) => (copiedBytes === undefined ? '' : formats.size(copiedBytes)),
      },
      {
        key: 'requestedBy',
        title: text(messages.requestedBy),
        width: 130,
        yields: true,
        cell: ({ requestedBy }) => <ShortName text={requestedBy ?? text(messages.bySchedule)} />,
      },
      {
        key: 'directory',
        title: text(messages.directory),
        width: 260,
        shrinks: 160,
        cell: ({ target, name }) => (
          <ShortName text={name === undefined ? target : locationOf(target, name)} />
        ),
      },
    ],
    [text, formats],
  );
}

/** Of a bucket without the parameters of its URL. */
function locationOf(target: string, name: string): string {
  const place = target.startsWith('s3://') ? target.replace(/\/?(\?.*)?$/, '') : target;
  return [place, 'backups', name].join('/');
}

function State({ run }: { run: BackupRun }) {
  const text = useText();
  const formats = useFormats();
  const state = shownStateOf(run);
  const more = detailOf(run, text, (bytes) => formats.size(bytes));
  return (
    <span className="admin-backups__state">
      <Badge state={BADGES[state]}>{text(messages[state])}</Badge>
      {more !== undefined && (
        <span className="admin-backups__detail" title={more}>
          {more}
        </span>
      )}
    </span>
  );
}

function detailOf(run: BackupRun, text: Text, size: (bytes: number) => string): string | undefined {
  const { phase, done, total, error, missingBlobs = 0 } = run;
  if (phase === 'database') return text(messages.database, { done, total });
  if (phase === 'blobs') return text(messages.blobs, { done: size(done), total: size(total) });
  const missing = missingBlobs > 0 ? [text(messages.missing, { count: missingBlobs })] : [];
  const all = error === undefined ? missing : [...missing, error];
  return all.length === 0 ? undefined : all.join('; ');
}
