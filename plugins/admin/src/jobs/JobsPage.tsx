import type { JobReport } from '@lading/contract/rest';
import { useShell, useText } from '@lading/ui';
import { ListPage, type RowKind, useList, WholeList } from '@lading/ui/list';
import { useCallback, useEffect } from 'react';
import { fetchJobs, runJob } from './jobsApi.ts';
import { messages } from './messages.ts';
import { useJobColumns } from './useJobColumns.tsx';

/** How often the states are loaded, in milliseconds. */
const REFRESH_MS = 5000;

const KIND: RowKind<JobReport> = {
  sorts: {
    job: ({ description }) => description,
    state: ({ state }) => ['failed', 'running', 'idle'].indexOf(state),
    lastRun: ({ ended }) => ended,
    duration: ({ duration }) => duration,
    nextRun: ({ nextRun }) => nextRun,
  },
  texts: ({ name, description, node = '', error = '' }) => [name, description, node, error],
  filters: { state: ({ state }, value) => state === value },
};

/** Background jobs of the server: states, runs, errors, and an action to run a job immediately. */
export function JobsPage() {
  const text = useText();
  const { http, modals, notifications, periodic } = useShell();
  const list = useList('jobs', (calls) => new WholeList((signal) => fetchJobs(calls, signal), KIND));
  useEffect(() => periodic.repeat(async () => list.reload(), REFRESH_MS), [periodic, list]);
  const run = useCallback(
    async ({ name, description, deletes }: JobReport) => {
      const question = {
        title: text(messages.runTitle, { name }),
        text: text(messages.runText, { description }),
        verb: text(messages.run),
        danger: true,
      };
      if (deletes && !(await modals.confirm(question))) return;
      try {
        await runJob(http, name);
        notifications.success(text(messages.started, { name }));
        list.reload();
      } catch (error) {
        const cause = error instanceof Error ? error.message : String(error);
        notifications.error(text(messages.notStarted, { name, cause }));
      }
    },
    [http, modals, notifications, text, list],
  );
  return (
    <ListPage
      id="jobs"
      heading={text(messages.title)}
      about={text(messages.about)}
      what={text(messages.what)}
      counted={messages.counted}
      search={{ label: text(messages.filter) }}
      filters={[
        {
          key: 'state',
          label: text(messages.state),
          options: [
            { key: '', label: text(messages.all) },
            ...(['failed', 'running', 'idle'] as const).map((key) => ({ key, label: text(messages[key]) })),
          ],
        },
      ]}
      twoLines
      columns={useJobColumns(run)}
      list={list}
      empty={{ icon: 'history', what: text(messages.none), more: text(messages.noneMore) }}
    />
  );
}
