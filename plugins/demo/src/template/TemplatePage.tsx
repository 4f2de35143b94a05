import {
  Button,
  EmptyState,
  ErrorState,
  PageFrame,
  PageSkeleton,
  Tabs,
  useFormats,
  useShell,
  useText,
} from '@lading/ui';
import { type Column, DataTable, PagedRows } from '@lading/ui/table';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { messages } from './messages.ts';

const STATES = ['full', 'empty', 'error', 'loading'] as const;
const COUNT = 10_000;
const PAGE = 100;

/** Page template to copy for new pages. */
export function TemplatePage() {
  const text = useText();
  const { notifications } = useShell();
  const asked = useSearchParams()[0].get('state');
  const state = STATES.find((each) => each === asked) ?? 'full';
  return (
    <PageFrame
      full={state === 'full'}
      heading={text(messages.heading)}
      actions={
        <Button
          kind="main"
          label={text(messages.action)}
          onClick={() => notifications.success(text(messages.done))}
        />
      }
    >
      <p className="ld-soft">{text(messages.about)}</p>
      <Tabs
        label={text(messages.states)}
        tabs={STATES.map((key) => ({ key, label: text(messages[key]) }))}
        selected={state}
        to={(key) => `?state=${key}`}
      >
        {state === 'full' && <Full />}
        {state === 'empty' && (
          <EmptyState icon="package" what={text(messages.nothing)} more={text(messages.nothingMore)} />
        )}
        {state === 'error' && (
          <ErrorState
            what={text(messages.failed)}
            cause={text(messages.cause)}
            onRetry={() => notifications.success(text(messages.done))}
          />
        )}
        {state === 'loading' && <PageSkeleton />}
      </Tabs>
    </PageFrame>
  );
}

/** Ten thousand generated rows. */
function Full() {
  const text = useText();
  const formats = useFormats();
  const [rows] = useState(
    () =>
      new PagedRows<number>(async (cursor = '0') => {
        const first = Number(cursor);
        const page = Array.from({ length: PAGE }, (_, at) => first + at + 1);
        return { rows: page, next: first + PAGE < COUNT ? String(first + PAGE) : undefined, total: COUNT };
      }),
  );
  const columns = useMemo<Column<number>[]>(
    () => [
      {
        key: 'name',
        title: text(messages.name),
        width: 'grow',
        phone: 'first',
        cell: (number) => text(messages.thing, { number }),
      },
      {
        key: 'number',
        title: text(messages.number),
        width: 120,
        align: 'end',
        phone: 'first-end',
        cell: (number) => formats.count(number),
      },
    ],
    [text, formats],
  );
  return (
    <DataTable
      id="things"
      what={text(messages.what)}
      counted={messages.counted}
      columns={columns}
      rows={rows}
      empty={null}
    />
  );
}
