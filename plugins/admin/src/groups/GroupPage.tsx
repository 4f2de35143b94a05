import type { GroupDetails } from '@lading/contract/rest';
import { Fetched, FetchedView, PageFrame, useShell, useText } from '@lading/ui';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { GROUPS } from '../paths.ts';
import { GroupForm } from './GroupForm.tsx';
import { fetchGroup } from './groupsApi.ts';
import { messages } from './messages.ts';

/** A group that is to be, or one that is there: all that is known, to be changed. */
export function GroupPage() {
  const { name } = useParams();
  const text = useText();
  return (
    <PageFrame above={[{ label: text(messages.groups), to: GROUPS }]} heading={name ?? text(messages.create)}>
      {name === undefined ? <GroupForm /> : <Existing key={name} name={name} />}
    </PageFrame>
  );
}

function Existing({ name }: { name: string }) {
  const { http } = useShell();
  const text = useText();
  const fetched = useMemo(
    () => new Fetched<GroupDetails | undefined>(undefined, (signal) => fetchGroup(http, name, signal)),
    [http, name],
  );
  return (
    <FetchedView fetched={fetched} failure={text(messages.failed)}>
      {(group) => group && <GroupForm group={group} />}
    </FetchedView>
  );
}
