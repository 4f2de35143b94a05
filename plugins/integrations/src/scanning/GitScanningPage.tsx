import type { GitRepository, Integration } from '@lading/contract/rest';
import {
  buttonClass,
  EmptyState,
  Fetched,
  FetchedView,
  PageFrame,
  ShortName,
  useShell,
  useText,
  When,
} from '@lading/ui';
import { ListPage, PagedList, useList } from '@lading/ui/list';
import { CellButton, CellOutsideLink, type Column } from '@lading/ui/table';
import { useEffect, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { messages as cards } from '../cards/messages.ts';
import { GIT_VENDORS, type GitVendor } from '../git/vendors.ts';
import { fetchGroup, fetchRepositories } from '../integrationsApi.ts';
import { INTEGRATIONS, scanningPath, vendorPath } from '../paths.ts';
import { messages as vendorMessages } from '../vendor/messages.ts';
import { messages } from './messages.ts';
import { WatchDialog } from './WatchDialog.tsx';
import { WatchListPage } from './WatchListPage.tsx';
import { WatchPage } from './WatchPage.tsx';

/** Scanning flow of the connection given by `vcsType` and `integrationId` in the URL. */
export function GitScanningPage() {
  const text = useText();
  const { http } = useShell();
  const [search] = useSearchParams();
  const key = search.get('integrationId') ?? '';
  const vendor = GIT_VENDORS.find(({ name }) => name === search.get('vcsType'));
  const known = useMemo(
    () =>
      new Fetched<Integration | undefined>(undefined, async (signal) => {
        const { items } = await fetchGroup(http, 'git', signal);
        const own = items.find(({ id }) => id === vendor?.id)?.integrations;
        return own?.find(({ integrationKey }) => integrationKey === key);
      }),
    [http, key, vendor],
  );
  useEffect(() => () => known.dispose(), [known]);
  const above = [{ label: text(cards.title), to: INTEGRATIONS }];
  const page = (content: React.ReactNode) => (
    <PageFrame above={above} heading={text(messages.title)}>
      {content}
    </PageFrame>
  );
  return (
    <FetchedView fetched={known} failure={text(messages.failed)} page={page}>
      {(connection) =>
        connection && vendor ? (
          <View key={key} connection={connection} vendor={vendor} search={search} />
        ) : (
          page(
            <EmptyState icon="plug" what={text(messages.wrong)} more={text(messages.wrongMore)}>
              <Link className={buttonClass('plain')} to={INTEGRATIONS}>
                {text(vendorMessages.all)}
              </Link>
            </EmptyState>,
          )
        )
      }
    </FetchedView>
  );
}

interface Props {
  readonly connection: Integration;
  readonly vendor: GitVendor;
}

/** The repositories, the watched branches, or one of them. */
function View({ connection, vendor, search }: Props & { readonly search: URLSearchParams }) {
  const watch = search.get('watch');
  if (watch !== null) return <WatchPage key={watch} id={watch} connection={connection} vendor={vendor} />;
  if (search.get('tab') === 'watches') return <WatchListPage connection={connection} vendor={vendor} />;
  return <Repositories connection={connection} vendor={vendor} />;
}

function Repositories({ connection, vendor }: Props) {
  const text = useText();
  const { navigation } = useShell();
  const [selected, setSelected] = useState<GitRepository>();
  const { name, integrationKey: key } = connection;
  const watched = scanningPath(vendor.name, key, { tab: 'watches' });
  const list = useList(
    `repositories.${key}`,
    (http) =>
      new PagedList<GitRepository>(async ({ search }, cursor, signal) => {
        const found = await fetchRepositories(http, key, { search, cursor }, signal);
        return { rows: found.repositories, next: found.cursor };
      }),
  );
  return (
    <ListPage
      id="repositories"
      list={list}
      above={[
        { label: text(cards.title), to: INTEGRATIONS },
        { label: vendor.label, to: vendorPath(vendor.name) },
      ]}
      heading={text(messages.heading, { name })}
      about={text(messages.about)}
      what={text(messages.what)}
      counted={messages.counted}
      search={{ label: text(messages.search) }}
      columns={useColumns(setSelected)}
      actions={
        <Link className={buttonClass('plain')} to={watched}>
          {text(messages.watched)}
        </Link>
      }
      empty={{ icon: 'folder', what: text(messages.none), more: text(messages.noneMore) }}
    >
      {selected && (
        <WatchDialog
          integrationKey={key}
          repository={selected}
          onClose={() => setSelected(undefined)}
          onWatched={() => void navigation.go(watched)}
        />
      )}
    </ListPage>
  );
}

function useColumns(onWatch: (repository: GitRepository) => void): readonly Column<GitRepository>[] {
  const text = useText();
  const [columns] = useState<Column<GitRepository>[]>(() => [
    {
      key: 'name',
      title: text(messages.name),
      width: 'grow',
      least: 180,
      room: ({ name }) => 24 + name.length * 9.2,
      phone: 'first',
      link: true,
      cell: ({ name, url }) => (
        <CellOutsideLink url={url}>
          <ShortName text={name} />
        </CellOutsideLink>
      ),
    },
    {
      key: 'branch',
      title: text(messages.branch),
      width: 180,
      shrinks: 110,
      phone: 'second',
      cell: ({ defaultBranch }) => <span className="ld-mono">{defaultBranch}</span>,
    },
    {
      key: 'visibility',
      title: text(messages.visibility),
      width: 120,
      yields: true,
      phone: 'second-end',
      cell: ({ private: isPrivate }) => text(isPrivate ? messages.private : messages.public),
    },
    {
      key: 'updated',
      title: text(messages.updated),
      width: 160,
      cell: ({ updatedOn }) => updatedOn && <When date={updatedOn} />,
    },
    {
      key: 'watch',
      title: text(messages.watch),
      width: 110,
      link: true,
      phone: 'first-end',
      cell: (repository) => (
        <CellButton
          label={text(messages.watch)}
          aria-label={text(messages.watchNamed, { name: repository.name })}
          onClick={() => onWatch(repository)}
        />
      ),
    },
  ]);
  return columns;
}
