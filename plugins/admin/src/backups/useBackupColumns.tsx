import type { BackupRun } from '@lading/contract/rest';
import { ShortName, useFormats, useStyles, useText, When } from '@lading/ui';
import { Badge, type BadgeState } from '@lading/ui/display';
import { CellButton, type Column } from '@lading/ui/table';
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

/** `onDetail` shows the whole text of a state, which is truncated on phones. */
export function useBackupColumns(onDetail: (run: BackupRun) => void): readonly Column<BackupRun>[] {
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
        cell: (run) => <State run={run} onDetail={onDetail} />,
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
    [text, formats, onDetail],
  );
}

/** Of a bucket without the parameters of its URL. */
function locationOf(target: string, name: string): string {
  const place = target.startsWith('s3://') ? target.replace(/\/?(\?.*)?$/, '') : target;
  return [place, 'backups', name].join('/');
}

function State({ run, onDetail }: { run: BackupRun; onDetail: (run: BackupRun) => void }) {
  const text = useText();
  const state = shownStateOf(run);
  const more = useDetail(run);
  return (
    <span className="admin-backups__state">
      <StateBadge run={run} />
      {more !== undefined && (
        <CellButton
          label={more}
          title={more}
          aria-label={text(messages.detailOf, { state: text(messages[state]), detail: more })}
          onClick={() => onDetail(run)}
        />
      )}
    </span>
  );
}

export function StateBadge({ run }: { run: BackupRun }) {
  const text = useText();
  const state = shownStateOf(run);
  return <Badge state={BADGES[state]}>{text(messages[state])}</Badge>;
}

/** Returns the progress or the errors of a backup, if any. */
export function useDetail(run: BackupRun): string | undefined {
  const text = useText();
  const formats = useFormats();
  const size = (bytes: number) => formats.size(bytes);
  const { phase, done, total, error, missingBlobs = 0 } = run;
  if (phase === 'database') return text(messages.database, { done, total });
  if (phase === 'blobs') return text(messages.blobs, { done: size(done), total: size(total) });
  const missing = missingBlobs > 0 ? [text(messages.missing, { count: missingBlobs })] : [];
  const all = error === undefined ? missing : [...missing, error];
  return all.length === 0 ? undefined : all.join('; ');
}
