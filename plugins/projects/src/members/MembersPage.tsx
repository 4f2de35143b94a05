import { HttpFailure } from '@lading/contract';
import { Button, Dialog, ShortName, useShell, useStyles, useText } from '@lading/ui';
import { ABSENT, ReloadContext, type Versioned } from '@lading/ui/edit';
import { ListPage, useList, WholeList } from '@lading/ui/list';
import { CellButton, type Column } from '@lading/ui/table';
import { observer } from 'mobx-react-lite';
import { useCallback, useMemo, useState } from 'react';
import { AlreadyMember, MemberForm } from './MemberForm.tsx';
import {
  fetchMember,
  fetchMembers,
  isSameMember,
  type MemberRow,
  memberPath,
  saveMember,
} from './memberRows.ts';
import css from './members.css?inline';
import { messages } from './messages.ts';

/** Lists the members of the selected project with their roles. */
export const MembersPage = observer(function MembersPage() {
  const { current } = useShell().project;
  // Remounts for another project.
  const text = useText();
  if (current === undefined) return null;
  return <Members key={current} project={current} heading={text(messages.heading)} />;
});

interface Props {
  readonly project: string;
  readonly heading: string;
  /** Pages above this one. */
  readonly above?: readonly { readonly label: string; readonly to: string }[];
}

/** Lists the members of a project; users and groups can be added, edited, and removed. */
export function Members({ project, heading, above }: Props) {
  const { http, notifications } = useShell();
  const text = useText();
  const list = useList(
    `members.${project}`,
    (calls) => new WholeList((signal) => fetchMembers(calls, project, signal), { sorts: {} }),
  );
  const [open, setOpen] = useState<Versioned<MemberRow> | 'new'>();
  const close = () => setOpen(undefined);
  const edit = useCallback(
    async (row: MemberRow) => {
      try {
        setOpen(await fetchMember(http, project, row));
      } catch (error) {
        setOpen(undefined);
        list.reload();
        notifications.error(error instanceof Error ? error.message : String(error));
      }
    },
    [http, project, list, notifications],
  );
  const save = async (member: MemberRow, version: string | undefined) => {
    try {
      await saveMember(http, project, member, version);
    } finally {
      list.reload();
    }
  };
  const add = async (member: MemberRow) => {
    try {
      return await save(member, ABSENT);
    } catch (error) {
      if (!(error instanceof HttpFailure) || error.status !== 412) throw error;
      const found = (await fetchMembers(http, project)).find((each) => isSameMember(each, member));
      // Removed again meanwhile.
      if (!found) return await save(member, ABSENT);
      const { name, roles } = found;
      throw new AlreadyMember(text(messages.already, { name, roles: roles.join(', ') }));
    }
  };
  const remove = useRemove(project, list);
  return (
    <ListPage
      id="members"
      list={list}
      heading={heading}
      {...(above ? { above } : {})}
      what={text(messages.what)}
      counted={messages.counted}
      columns={useColumns(edit, remove)}
      actions={
        <Button kind="main" icon="add" label={text(messages.addMember)} onClick={() => setOpen('new')} />
      }
      empty={{ icon: 'people', what: text(messages.none), more: text(messages.noneMore) }}
    >
      {open === 'new' && (
        <Dialog title={text(messages.addMember)} onCancel={close}>
          <MemberForm onSave={add} onClose={close} />
        </Dialog>
      )}
      {open !== undefined && open !== 'new' && (
        <Dialog title={text(messages.editNamed, { name: open.value.name })} onCancel={close}>
          <ReloadContext.Provider value={() => void edit(open.value)}>
            <MemberForm
              key={open.version}
              member={open.value}
              onSave={(member) => save(member, open.version)}
              onClose={close}
            />
          </ReloadContext.Provider>
        </Dialog>
      )}
    </ListPage>
  );
}

/** Returns how a member is removed, after a confirmation. */
function useRemove(
  project: string,
  list: { readonly reload: () => void },
): (row: MemberRow) => Promise<void> {
  const { http, modals, notifications } = useShell();
  const text = useText();
  return useCallback(
    async (row: MemberRow) => {
      const { name } = row;
      const question = { title: text(messages.removeTitle, { name }), text: text(messages.removeText) };
      if (!(await modals.confirm({ ...question, verb: text(messages.remove), danger: true }))) return;
      try {
        await http.json(memberPath(project, row), { method: 'DELETE' });
        list.reload();
        notifications.success(text(messages.removed, { name }));
      } catch (error) {
        notifications.error(error instanceof Error ? error.message : String(error));
      }
    },
    [http, project, list, text, modals, notifications],
  );
}

function useColumns(
  onEdit: (row: MemberRow) => Promise<void>,
  onRemove: (row: MemberRow) => Promise<void>,
): readonly Column<MemberRow>[] {
  useStyles(css);
  const text = useText();
  return useMemo<Column<MemberRow>[]>(
    () => [
      {
        key: 'name',
        title: text(messages.name),
        width: 'grow',
        least: 180,
        room: ({ name }) => 24 + name.length * 8.4,
        phone: 'first',
        cell: ({ name }) => <ShortName text={name} />,
      },
      {
        key: 'kind',
        title: text(messages.kind),
        width: 140,
        shrinks: 96,
        phone: 'second-end',
        cell: ({ kind }) => text(kind === 'user' ? messages.user : messages.group),
      },
      {
        key: 'roles',
        title: text(messages.roles),
        width: 360,
        shrinks: 220,
        phone: 'second',
        cell: ({ roles }) => roles.join(', '),
      },
      {
        key: 'actions',
        title: text(messages.actions),
        width: 170,
        link: true,
        phone: 'first-end',
        cell: (row) => (
          <span className="projects-member__actions">
            <CellButton
              label={text(messages.edit)}
              aria-label={text(messages.editNamed, { name: row.name })}
              onClick={() => void onEdit(row)}
            />
            <CellButton
              kind="danger"
              label={text(messages.remove)}
              aria-label={text(messages.removeNamed, { name: row.name })}
              onClick={() => void onRemove(row)}
            />
          </span>
        ),
      },
    ],
    [text, onEdit, onRemove],
  );
}
