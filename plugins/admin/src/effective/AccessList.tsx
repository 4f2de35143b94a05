import type { Http, Message } from '@lading/contract';
import type { EffectiveAction } from '@lading/contract/rest';
import { ShortName, useText } from '@lading/ui';
import { Tags } from '@lading/ui/display';
import { type ListQuery, ListView, PagedList, useList } from '@lading/ui/list';
import { CellButton, CellLink, type Column } from '@lading/ui/table';
import { useMemo, useState } from 'react';
import { messages } from './messages.ts';
import { ReasonsDialog } from './ReasonsDialog.tsx';
import { reasonText } from './reasonText.ts';

/** A user on a path, or a repository of a user. */
export interface AccessRow {
  readonly name: string;
  readonly actions: readonly EffectiveAction[];
}

interface Props {
  readonly id: string;
  readonly title: Message;
  readonly what: Message;
  readonly counted: Message;
  readonly filter: Message;
  readonly empty: { readonly what: Message; readonly more: Message };
  /** The page of the other direction for this row. */
  readonly to: (name: string) => string;
  /** User and place of a row, for the dialog. */
  readonly subject: (name: string) => { readonly user: string; readonly place: string };
  readonly fetch: (
    http: Http,
    part: { search: string; cursor: string | undefined; signal: AbortSignal },
  ) => Promise<{ rows: readonly AccessRow[]; next: string | undefined }>;
}

/** Granted permissions with the rule that grants each, in pages. */
export function AccessList(props: Props) {
  const { id, title, what, counted, filter, empty, to, subject, fetch } = props;
  const text = useText();
  const [shown, setShown] = useState<AccessRow>();
  const list = useList(
    id,
    (http) =>
      new PagedList<AccessRow>(({ search }: ListQuery, cursor, signal) =>
        fetch(http, { search, cursor, signal }),
      ),
  );
  return (
    <>
      <ListView
        id={id.replace(/ .*/, '')}
        list={list}
        what={text(what)}
        counted={counted}
        search={{ label: text(filter) }}
        columns={useColumns(title, to, setShown)}
        empty={{ icon: 'key', what: text(empty.what), more: text(empty.more) }}
      />
      {shown && (
        <ReasonsDialog {...subject(shown.name)} actions={shown.actions} onClose={() => setShown(undefined)} />
      )}
    </>
  );
}

function useColumns(
  title: Message,
  to: (name: string) => string,
  onDetails: (row: AccessRow) => void,
): readonly Column<AccessRow>[] {
  const text = useText();
  return useMemo<Column<AccessRow>[]>(
    () => [
      {
        key: 'name',
        title: text(title),
        width: 'grow',
        least: 160,
        link: true,
        phone: 'first',
        cell: ({ name }) => (
          <CellLink to={to(name)}>
            <ShortName text={name} />
          </CellLink>
        ),
      },
      {
        key: 'actions',
        title: text(messages.actions),
        width: 340,
        shrinks: 200,
        phone: 'second',
        cell: ({ actions }) => <Tags words={actions.map(({ action }) => text(messages[action]))} />,
      },
      {
        key: 'grantedBy',
        title: text(messages.grantedBy),
        width: 340,
        shrinks: 200,
        cell: ({ actions }) => {
          const rules = actions.flatMap(({ reasons }) => reasons.map((reason) => reasonText(text, reason)));
          return [...new Set(rules)].join('; ');
        },
      },
      {
        key: 'details',
        title: text(messages.details),
        width: 100,
        link: true,
        phone: 'first-end',
        cell: (row) => (
          <CellButton
            label={text(messages.details)}
            aria-label={text(messages.detailsOf, { name: row.name })}
            onClick={() => onDetails(row)}
          />
        ),
      },
    ],
    [text, title, to, onDetails],
  );
}
