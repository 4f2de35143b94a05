import type { Http } from '@lading/contract';
import type { BuildOverview } from '@lading/contract/rest';
import { Rich, ShortName, useFormats, useStyles, useText, When } from '@lading/ui';
import { ListPage, PagedList, textRoom, useList } from '@lading/ui/list';
import { CellLink, type Column } from '@lading/ui/table';
import { observable, runInAction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { buildAddress, runAddress } from '../addresses.ts';
import css from '../builds.css?inline';
import { fetchBuilds } from '../buildsApi.ts';
import { messages } from '../messages.ts';

/** Command of a client that publishes build-info. */
const COMMAND = 'jf rt build-publish';

type Row = BuildOverview['builds'][number];

function createList(http: Http) {
  /** Number of builds shown, if there are more. */
  const truncated = observable.box<number>();
  const list = new PagedList<Row>(async ({ search }, _cursor, signal) => {
    const { builds, truncated: more } = await fetchBuilds(http, search, signal);
    runInAction(() => truncated.set(more ? builds.length : undefined));
    return { rows: builds, next: undefined, total: builds.length };
  });
  return Object.assign(list, { truncated });
}

/** Lists the builds that the user has permission to read, latest start first. */
export const BuildListPage = observer(function BuildListPage() {
  useStyles(css);
  const text = useText();
  const list = useList('builds', createList);
  const truncated = list.truncated.get();
  return (
    <ListPage
      id="builds"
      list={list}
      heading={text(messages.title)}
      what={text(messages.what)}
      counted={messages.counted}
      columns={useColumns()}
      search={{ label: text(messages.search), key: 'name' }}
      note={
        truncated !== undefined && <p className="ld-soft">{text(messages.truncated, { count: truncated })}</p>
      }
      empty={{
        icon: 'history',
        what: text(messages.none),
        more: <Rich message={messages.noneMore} elements={{ command: <code>{COMMAND}</code> }} />,
      }}
      noMatch={text(messages.nothing)}
    />
  );
});

function useColumns(): readonly Column<Row>[] {
  const text = useText();
  const formats = useFormats();
  return useMemo<Column<Row>[]>(
    () => [
      {
        key: 'name',
        title: text(messages.name),
        width: 'grow',
        link: true,
        phone: 'first',
        room: ({ name }) => textRoom(name),
        cell: ({ name }) => (
          <CellLink to={buildAddress(name)}>
            <ShortName text={name} />
          </CellLink>
        ),
      },
      {
        key: 'number',
        title: text(messages.lastNumber),
        width: 200,
        link: true,
        phone: 'second',
        cell: ({ name, lastNumber }) => (
          <CellLink to={runAddress(name, lastNumber)}>
            <span className="ld-mono">{lastNumber}</span>
          </CellLink>
        ),
      },
      {
        key: 'runs',
        title: text(messages.runCount),
        width: 100,
        align: 'end',
        cell: ({ runs }) => formats.count(runs),
      },
      {
        key: 'started',
        title: text(messages.lastStarted),
        width: 160,
        phone: 'second-end',
        cell: ({ lastStarted }) => <When date={lastStarted} />,
      },
    ],
    [text, formats],
  );
}
