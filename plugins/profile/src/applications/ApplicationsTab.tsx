import type { UserIntegration } from '@lading/contract/rest';
import { ShortName, useShell, useText, When } from '@lading/ui';
import { ListView, useList, WholeList } from '@lading/ui/list';
import { CellButton, type Column } from '@lading/ui/table';
import { useCallback, useMemo } from 'react';
import { causeOf } from '../page/failures.ts';
import { ScopeText } from '../tokens/ScopeText.tsx';
import { messages } from './messages.ts';

const CALL = '/ui/api/v1/app_integration/user';

/** Applications that the user has allowed; each can be revoked. */
export function ApplicationsTab({ user }: { user: string }) {
  const { http, modals, notifications } = useShell();
  const text = useText();
  const list = useList(
    'applications',
    (calls) =>
      new WholeList<UserIntegration>(
        (signal) => calls.json<UserIntegration[]>(`${CALL}/${encodeURIComponent(user)}`, { signal }),
        { sorts: { name: ({ name }) => name } },
      ),
  );
  const revoke = useCallback(
    async ({ name, client_id }: UserIntegration) => {
      const question = { title: text(messages.revokeAsk, { name }), text: text(messages.revokeText) };
      if (!(await modals.confirm({ ...question, verb: text(messages.revoke), danger: true }))) return;
      try {
        const path = `${CALL}/${encodeURIComponent(client_id)}/${encodeURIComponent(user)}`;
        await http.json(path, { method: 'DELETE' });
        list.reload();
        notifications.success(text(messages.revoked, { name }));
      } catch (error) {
        notifications.error(text(messages.failed, { cause: causeOf(error) }));
      }
    },
    [http, list, modals, notifications, text, user],
  );
  return (
    <>
      <p className="ld-soft">{text(messages.about)}</p>
      <ListView
        id="applications"
        list={list}
        what={text(messages.what)}
        counted={messages.counted}
        columns={useColumns(revoke)}
        empty={{ icon: 'plug', what: text(messages.none), more: text(messages.noneMore) }}
      />
    </>
  );
}

function useColumns(onRevoke: (row: UserIntegration) => Promise<void>): readonly Column<UserIntegration>[] {
  const text = useText();
  return useMemo<Column<UserIntegration>[]>(
    () => [
      {
        key: 'name',
        title: text(messages.name),
        width: 240,
        shrinks: 200,
        sortable: true,
        phone: 'first',
        cell: ({ name }) => <ShortName text={name} />,
      },
      {
        key: 'scope',
        title: text(messages.scope),
        width: 'grow',
        least: 160,
        phone: 'second',
        cell: ({ scope }) => <ScopeText scope={scope} />,
      },
      {
        key: 'granted',
        title: text(messages.granted),
        width: 150,
        shrinks: 110,
        cell: ({ granted }) => <When date={granted} />,
      },
      {
        key: 'lastUsed',
        title: text(messages.lastUsed),
        width: 150,
        shrinks: 110,
        phone: 'second-end',
        cell: ({ last_used }) => last_used && <When date={last_used} />,
      },
      {
        key: 'revoke',
        title: text(messages.revoke),
        width: 120,
        link: true,
        phone: 'first-end',
        cell: (row) => (
          <CellButton
            kind="danger"
            label={text(messages.revoke)}
            aria-label={text(messages.revokeNamed, { name: row.name })}
            onClick={() => void onRevoke(row)}
          />
        ),
      },
    ],
    [text, onRevoke],
  );
}
