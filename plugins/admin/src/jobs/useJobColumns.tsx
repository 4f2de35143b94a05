import type { JobReport } from '@lading/contract/rest';
import { ShortName, type Text, useFormats, useStyles, useText, When } from '@lading/ui';
import { Badge } from '@lading/ui/display';
import { textRoom } from '@lading/ui/list';
import { CellButton, type Column } from '@lading/ui/table';
import { useMemo } from 'react';
import css from './jobs.css?inline';
import { messages } from './messages.ts';

const BADGES = { idle: 'good', running: 'busy', failed: 'bad' } as const;

/** Estimated pixels of a column with a button. */
const buttonRoom = (label: string) => Math.max(100, Math.ceil(24 + label.length * 7.7));

export function useJobColumns(onRun: (job: JobReport) => void): readonly Column<JobReport>[] {
  useStyles(css);
  const text = useText();
  const formats = useFormats();
  return useMemo<Column<JobReport>[]>(
    () => [
      {
        key: 'job',
        title: text(messages.job),
        width: 'grow',
        least: 240,
        room: ({ description }) => textRoom(description),
        sortable: true,
        phone: 'first',
        cell: ({ name, description }) => (
          <span className="admin-jobs__name" title={name}>
            {description}
          </span>
        ),
      },
      {
        ...{ key: 'state', title: text(messages.state), width: 220, shrinks: 116 },
        ...{ sortable: true, phone: 'second' },
        cell: (job) => <State job={job} />,
      },
      {
        ...{ key: 'lastRun', title: text(messages.lastRun), width: 140, shrinks: 140 },
        ...{ sortable: true, phone: 'second-end' },
        cell: ({ ended }) => (ended ? <When date={ended} /> : <Soft>{text(messages.never)}</Soft>),
      },
      {
        key: 'duration',
        title: text(messages.duration),
        width: 110,
        yields: true,
        align: 'end',
        sortable: true,
        cell: ({ duration }) =>
          duration === undefined
            ? ''
            : duration < 1000
              ? text(messages.milliseconds, { count: duration })
              : formats.duration(duration),
      },
      {
        key: 'nextRun',
        title: text(messages.nextRun),
        width: 150,
        shrinks: 124,
        sortable: true,
        cell: (job) => <NextRun job={job} text={text} />,
      },
      {
        key: 'node',
        title: text(messages.node),
        width: 140,
        yields: true,
        cell: ({ node }) => (node ? <ShortName text={node} /> : <Soft>{text(messages.anyNode)}</Soft>),
      },
      {
        key: 'actions',
        title: text(messages.actions),
        width: buttonRoom(text(messages.run)),
        link: true,
        phone: 'first-end',
        cell: (job) => (
          <CellButton
            label={text(messages.run)}
            aria-label={text(messages.runNamed, { name: job.name })}
            onClick={() => onRun(job)}
          />
        ),
      },
    ],
    [text, formats, onRun],
  );
}

function State({ job: { state, error, failures, ended } }: { job: JobReport }) {
  const text = useText();
  const reason =
    error === undefined ? undefined : text(messages.failedTimes, { count: Math.max(failures, 1), error });
  return (
    <span className="admin-jobs__state">
      <Badge state={ended === undefined && state === 'idle' ? 'unknown' : BADGES[state]} title={reason}>
        {text(messages[state])}
      </Badge>
      {reason !== undefined && (
        <span className="admin-jobs__reason" title={reason}>
          {reason}
        </span>
      )}
    </span>
  );
}

/** A due run starts within seconds. */
function NextRun({ job: { nextRun, state }, text }: { job: JobReport; text: Text }) {
  if (state === 'running') return null;
  if (nextRun === undefined) return <Soft>{text(messages.onDemand)}</Soft>;
  return Date.parse(nextRun) <= Date.now() ? text(messages.now) : <When date={nextRun} />;
}

function Soft({ children }: { children: string }) {
  return <span className="ld-soft">{children}</span>;
}
