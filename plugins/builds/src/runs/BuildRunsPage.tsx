import { HttpFailure } from '@lading/contract';
import type { BuildRun, BuildRuns } from '@lading/contract/rest';
import {
  buttonClass,
  EmptyState,
  Fetched,
  FetchedView,
  PageFrame,
  useFormats,
  useShell,
  useStyles,
  useText,
  When,
} from '@lading/ui';
import { CellLink, type Column, DataTable, PagedRows } from '@lading/ui/table';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { Link, useParams } from 'react-router-dom';
import { BUILDS, runAddress } from '../addresses.ts';
import css from '../builds.css?inline';
import { fetchRuns } from '../buildsApi.ts';
import { messages } from '../messages.ts';
import { Status } from '../promotion/Status.tsx';

/** Lists the runs of a build, latest start first. */
export const BuildRunsPage = observer(function BuildRunsPage() {
  useStyles(css);
  const { name = '' } = useParams();
  const { http } = useShell();
  const text = useText();
  const runs = useMemo(
    () =>
      new Fetched<BuildRuns | undefined>(undefined, (signal) =>
        fetchRuns(http, name, undefined, signal).catch((error: unknown) => {
          if (error instanceof HttpFailure && [403, 404].includes(error.status)) return undefined;
          throw error;
        }),
      ),
    [http, name],
  );
  useEffect(() => () => runs.dispose(), [runs]);
  const above = [{ label: text(messages.title), to: BUILDS }];
  return (
    <PageFrame full above={above} heading={name}>
      <FetchedView fetched={runs} failure={text(messages.runsFailed)}>
        {(found) => (found ? <Runs found={found} /> : <Unknown name={name} />)}
      </FetchedView>
    </PageFrame>
  );
});

function Unknown({ name }: { name: string }) {
  const text = useText();
  return (
    <EmptyState icon="history" what={text(messages.unknown, { name })}>
      <Link className={buttonClass('plain')} to={BUILDS}>
        {text(messages.all)}
      </Link>
    </EmptyState>
  );
}

const Runs = observer(function Runs({ found }: { found: BuildRuns }) {
  const text = useText();
  const { http } = useShell();
  const columns = useColumns(found.name);
  const rows = useMemo(
    () =>
      new PagedRows<BuildRun>(async (cursor, signal) => {
        const page = cursor === undefined ? found : await fetchRuns(http, found.name, cursor, signal);
        return { rows: page.runs, next: page.next ?? undefined };
      }),
    [http, found],
  );
  useEffect(() => {
    rows.want(0, 0);
    return () => rows.dispose();
  }, [rows]);
  return (
    <DataTable
      id="runs"
      what={text(messages.whatRuns)}
      counted={messages.countedRuns}
      columns={columns}
      rows={rows}
      empty={<EmptyState icon="history" what={text(messages.unknown, { name: found.name })} />}
    />
  );
});

function useColumns(name: string): readonly Column<BuildRun>[] {
  const text = useText();
  const formats = useFormats();
  return useMemo<Column<BuildRun>[]>(() => {
    const count = (key: 'modules' | 'made' | 'used'): Column<BuildRun> => ({
      key,
      title: text(messages[key]),
      width: 100,
      ...(key === 'modules' ? { yields: true } : {}),
      align: 'end',
      cell: (run) => formats.count(run[key]),
    });
    return [
      {
        key: 'number',
        title: text(messages.number),
        width: 'grow',
        least: 160,
        room: ({ number, status }) => 48 + number.length * 7.9 + status.length * 7.4,
        link: true,
        phone: 'first',
        cell: ({ number, started, status }) => (
          <span className="builds-number">
            <CellLink to={runAddress(name, number, started)}>
              <span className="ld-mono">{number}</span>
            </CellLink>
            <Status status={status} />
          </span>
        ),
      },
      count('modules'),
      count('made'),
      count('used'),
      {
        key: 'by',
        title: text(messages.publishedBy),
        width: 160,
        shrinks: 116,
        yields: true,
        phone: 'second',
        cell: ({ createdBy }) => createdBy,
      },
      {
        key: 'started',
        title: text(messages.started),
        width: 160,
        phone: 'second-end',
        cell: ({ started }) => <When date={started} />,
      },
    ];
  }, [text, formats, name]);
}
