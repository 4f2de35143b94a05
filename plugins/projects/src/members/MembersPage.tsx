import { Button, Dialog, EmptyState, PageFrame, ShortName, useShell, useStyles, useText } from '@lading/ui';
import { CellButton, type Column, DataTable } from '@lading/ui/table';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useMemo, useState } from 'react';
import css from '../settings/settings.css?inline';
import { MemberForm } from './MemberForm.tsx';
import { MembersStore } from './MembersStore.ts';
import type { MemberRow } from './memberRows.ts';
import { messages } from './messages.ts';

/** Who belongs to the selected project, and as what. */
export const MembersPage = observer(function MembersPage() {
  const { current } = useShell().project;
  // Another project has other members.
  return current === undefined ? null : <Members key={current} project={current} />;
});

const Members = observer(function Members(props: { project: string }) {
  useStyles(css);
  const { http, modals, notifications } = useShell();
  const text = useText();
  const [store] = useState(() => new MembersStore(http, props.project));
  const [adding, setAdding] = useState(false);

  useEffect(() => {
    store.fetch();
    return () => store.rows.dispose();
  }, [store]);

  const begin = () => {
    store.begin();
    setAdding(true);
  };
  const remove = useCallback(
    async (row: MemberRow) => {
      const { name } = row;
      const question = { title: text(messages.removeTitle, { name }), text: text(messages.removeText) };
      if (!(await modals.confirm({ ...question, verb: text(messages.remove), danger: true }))) return;
      try {
        await store.remove(row);
        notifications.success(text(messages.removed, { name }));
      } catch (error) {
        notifications.error(error instanceof Error ? error.message : String(error));
      }
    },
    [store, text, modals, notifications],
  );
  const columns = useColumns(remove);
  const add = <Button kind="main" icon="add" label={text(messages.addMember)} onClick={begin} />;
  return (
    <PageFrame full heading={text(messages.heading)} actions={add}>
      <DataTable
        id="members"
        what={text(messages.what)}
        counted={messages.counted}
        columns={columns}
        rows={store.rows}
        empty={<EmptyState icon="people" what={text(messages.none)} more={text(messages.noneMore)} />}
      />
      {adding && (
        <Dialog title={text(messages.addMember)} onCancel={() => setAdding(false)}>
          <MemberForm store={store} onClose={() => setAdding(false)} />
        </Dialog>
      )}
    </PageFrame>
  );
});

function useColumns(onRemove: (row: MemberRow) => Promise<void>): readonly Column<MemberRow>[] {
  const text = useText();
  return useMemo<Column<MemberRow>[]>(
    () => [
      {
        key: 'name',
        title: text(messages.name),
        width: 'grow',
        phone: 'first',
        cell: ({ name }) => <ShortName text={name} />,
      },
      {
        key: 'kind',
        title: text(messages.kind),
        width: 140,
        phone: 'second-end',
        cell: ({ kind }) => text(kind === 'user' ? messages.user : messages.group),
      },
      {
        key: 'roles',
        title: text(messages.roles),
        width: 360,
        phone: 'second',
        cell: ({ roles }) => roles.join(', '),
      },
      {
        key: 'remove',
        title: text(messages.remove),
        width: 120,
        link: true,
        phone: 'first-end',
        cell: (row) => (
          <CellButton
            kind="danger"
            label={text(messages.remove)}
            aria-label={text(messages.removeNamed, { name: row.name })}
            onClick={() => void onRemove(row)}
          />
        ),
      },
    ],
    [text, onRemove],
  );
}
