import type { BulkChange, UserSummary } from '@lading/contract/rest';
import { Button, buttonClass, ShortName, useShell, useStyles, useText, When } from '@lading/ui';
import { ListPage, nameColumn, PagedList, textRoom, useList } from '@lading/ui/list';
import { type Column, useNarrow } from '@lading/ui/table';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { messages as listMessages } from '../list/messages.ts';
import { editPath, INVITE, USER_IMPORT, USERS } from '../paths.ts';
import { BulkDialog } from './BulkDialog.tsx';
import css from './bulk.css?inline';
import { bulkMessages } from './bulkMessages.ts';
import { messages } from './messages.ts';
import { fetchUserPage } from './usersApi.ts';

const BULK_ACTIONS = ['enable', 'disable', 'delete'] as const;

/** A bulk change that is being previewed. */
interface Pending {
  readonly action: BulkChange['action'];
  readonly usernames: readonly string[];
  readonly clear: () => void;
}

/** The first one is the default. */
const SORTS = ['name', 'email', 'admin', 'status', 'realm', 'lastSignIn'];

export function UserListPage() {
  useStyles(css);
  const text = useText();
  const { user } = useShell();
  const own = user.current?.name;
  const [pending, setPending] = useState<Pending>();
  const list = useList('users', (http) => new PagedList(fetchUserPage(http), { sorts: SORTS }));
  return (
    <ListPage
      id="users"
      heading={text(messages.users)}
      what={text(messages.what)}
      counted={messages.counted}
      search={{ label: text(messages.filter) }}
      columns={useColumns()}
      twoLines
      list={list}
      exportUrl={(format, { search }) => `/access/api/v2/users?${new URLSearchParams({ format, search })}`}
      create={{ label: text(messages.create), to: `${USERS}/new` }}
      actions={
        <>
          <Link className={buttonClass('plain')} to={USER_IMPORT}>
            {text(bulkMessages.import)}
          </Link>
          <Link className={buttonClass('plain')} to={INVITE}>
            {text(messages.invite)}
          </Link>
        </>
      }
      selection={{
        keyOf: ({ username }) => username,
        nameOf: ({ username }) => username,
        actions: (selected, clear) =>
          selected.every(({ username }) => username === own) ? (
            <span className="ld-soft">{text(messages.ownAccount)}</span>
          ) : (
            BULK_ACTIONS.map((action) => (
              <Button
                key={action}
                kind={action === 'delete' ? 'danger' : 'plain'}
                label={text(bulkMessages[action])}
                onClick={() =>
                  setPending({ action, usernames: selected.map(({ username }) => username), clear })
                }
              />
            ))
          ),
      }}
      empty={{ icon: 'people', what: text(messages.none), more: text(messages.noneMore) }}
    >
      {pending && (
        <BulkDialog
          action={pending.action}
          usernames={pending.usernames}
          onClose={(changed) => {
            setPending(undefined);
            if (!changed) return;
            pending.clear();
            list.reload();
          }}
        />
      )}
    </ListPage>
  );
}

function useColumns(): readonly Column<UserSummary>[] {
  const text = useText();
  const narrow = useNarrow();
  return useMemo<Column<UserSummary>[]>(
    () => [
      nameColumn<UserSummary>({
        key: 'name',
        title: text(messages.name),
        nameOf: ({ username }) => username,
        addressOf: ({ username }) => editPath(USERS, username),
        moreOf: ({ email }) => email,
        narrow,
      }),
      {
        key: 'email',
        title: text(messages.email),
        width: 'grow',
        least: 150,
        room: ({ email }) => textRoom(email),
        yields: true,
        sortable: true,
        phone: 'second',
        cell: ({ email }) => <ShortName text={email} />,
      },
      {
        key: 'admin',
        title: text(messages.admin),
        width: 132,
        // The column of emails needs the pixels of the arrow more.
        shrinks: 122,
        sortable: true,
        phone: 'second-end',
        cell: ({ admin }) => (admin ? text(messages.admin) : ''),
      },
      {
        key: 'groups',
        title: text(messages.groups),
        width: 200,
        shrinks: 84,
        yields: true,
        cell: ({ groups }) => groups.join(', '),
      },
      {
        key: 'status',
        title: text(messages.status),
        width: 100,
        shrinks: 84,
        sortable: true,
        cell: ({ status }) => text(messages[status]),
      },
      {
        key: 'realm',
        title: text(messages.realm),
        width: 120,
        shrinks: 84,
        yields: true,
        sortable: true,
        cell: ({ realm }) => realm,
      },
      {
        key: 'lastSignIn',
        title: text(messages.lastSignIn),
        width: 140,
        shrinks: 124,
        sortable: true,
        cell: ({ last_logged_in: at }) =>
          at ? <When date={at} /> : <span className="ld-soft">{text(listMessages.never)}</span>,
      },
    ],
    [narrow, text],
  );
}
