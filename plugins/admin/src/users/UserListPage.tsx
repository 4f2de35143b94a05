import type { BulkChange, UserSummary } from '@lading/contract/rest';
import { Button, buttonClass, ShortName, useStyles, useText, When } from '@lading/ui';
import { ListPage, type RowKind, useList, WholeList } from '@lading/ui/list';
import { CellLink, type Column } from '@lading/ui/table';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { messages as listMessages } from '../list/messages.ts';
import { editPath, INVITE, USER_IMPORT, USERS } from '../paths.ts';
import { BulkDialog } from './BulkDialog.tsx';
import css from './bulk.css?inline';
import { bulkMessages } from './bulkMessages.ts';
import { messages } from './messages.ts';
import { fetchUsers } from './usersApi.ts';

const BULK_ACTIONS = ['enable', 'disable', 'delete'] as const;

/** A bulk change that is being previewed. */
interface Pending {
  readonly action: BulkChange['action'];
  readonly usernames: readonly string[];
  readonly clear: () => void;
}

const KIND: RowKind<UserSummary> = {
  sorts: {
    name: ({ username }) => username,
    email: ({ email }) => email,
    admin: ({ admin }) => (admin ? 0 : 1),
    status: ({ status }) => status,
    realm: ({ realm }) => realm,
    lastSignIn: ({ last_logged_in }) => last_logged_in ?? '',
  },
  texts: ({ username, email, groups, realm }) => [username, email, ...groups, realm],
};

export function UserListPage() {
  useStyles(css);
  const text = useText();
  const [pending, setPending] = useState<Pending>();
  const list = useList('users', (http) => new WholeList((signal) => fetchUsers(http, signal), KIND));
  return (
    <ListPage
      id="users"
      heading={text(messages.users)}
      what={text(messages.what)}
      counted={messages.counted}
      search={{ label: text(messages.filter) }}
      columns={useColumns()}
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
          BULK_ACTIONS.map((action) => (
            <Button
              key={action}
              kind={action === 'delete' ? 'danger' : 'plain'}
              label={text(bulkMessages[action])}
              onClick={() =>
                setPending({ action, usernames: selected.map(({ username }) => username), clear })
              }
            />
          )),
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
  return useMemo<Column<UserSummary>[]>(
    () => [
      {
        key: 'name',
        title: text(messages.name),
        width: 'grow',
        sortable: true,
        link: true,
        phone: 'first',
        cell: ({ username }) => (
          <CellLink to={editPath(USERS, username)}>
            <ShortName text={username} />
          </CellLink>
        ),
      },
      {
        key: 'email',
        title: text(messages.email),
        width: 240,
        sortable: true,
        phone: 'second',
        cell: ({ email }) => email,
      },
      {
        key: 'admin',
        title: text(messages.admin),
        width: 130,
        sortable: true,
        phone: 'first-end',
        cell: ({ admin }) => (admin ? text(messages.admin) : ''),
      },
      { key: 'groups', title: text(messages.groups), width: 200, cell: ({ groups }) => groups.join(', ') },
      {
        key: 'status',
        title: text(messages.status),
        width: 100,
        sortable: true,
        cell: ({ status }) => text(messages[status]),
      },
      { key: 'realm', title: text(messages.realm), width: 120, sortable: true, cell: ({ realm }) => realm },
      {
        key: 'lastSignIn',
        title: text(messages.lastSignIn),
        width: 140,
        sortable: true,
        phone: 'second-end',
        cell: ({ last_logged_in: at }) =>
          at ? <When date={at} /> : <span className="ld-soft">{text(listMessages.never)}</span>,
      },
    ],
    [text],
  );
}
