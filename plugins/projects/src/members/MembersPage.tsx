import { CopyField, EmptyState, PageFrame, ShortName, useShell, useText } from '@lading/ui';
import { type Column, DataTable } from '@lading/ui/table';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { type MemberRow, memberRows } from './memberRows.ts';
import { messages } from './messages.ts';

/** Who belongs to the selected project, and as what. */
export const MembersPage = observer(function MembersPage() {
  const { http, project } = useShell();
  const text = useText();
  const { current } = project;
  const rows = useMemo(
    () => (current === undefined ? undefined : memberRows(http, current)),
    [http, current],
  );
  useEffect(() => {
    rows?.want(0, 0);
    return () => rows?.dispose();
  }, [rows]);
  const columns = useColumns();
  if (!rows) return null;
  const command = `curl -u admin -X PUT -H 'content-type: application/json' -d '{"roles": ["Project Admin"]}' ${location.origin}/access/api/v1/projects/${current}/users/ada`;
  return (
    <PageFrame heading={text(messages.heading)}>
      <DataTable
        id="members"
        what={text(messages.what)}
        counted={messages.counted}
        columns={columns}
        rows={rows}
        empty={
          <EmptyState icon="people" what={text(messages.none)}>
            <p>{text(messages.noneMore)}</p>
            <CopyField what={text(messages.command)} text={command} prompt />
          </EmptyState>
        }
      />
    </PageFrame>
  );
});

function useColumns(): readonly Column<MemberRow>[] {
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
        phone: 'first-end',
        cell: ({ kind }) => text(kind === 'user' ? messages.user : messages.group),
      },
      {
        key: 'roles',
        title: text(messages.roles),
        width: 360,
        phone: 'second',
        cell: ({ roles }) => roles.join(', '),
      },
    ],
    [text],
  );
}
