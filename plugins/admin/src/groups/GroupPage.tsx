import { useShell, useText } from '@lading/ui';
import { EditPage } from '@lading/ui/edit';
import { useParams } from 'react-router-dom';
import { GROUPS } from '../paths.ts';
import { GroupForm } from './GroupForm.tsx';
import { fetchGroup } from './groupsApi.ts';
import { messages } from './messages.ts';

/** Creates a group or edits an existing one. */
export function GroupPage() {
  const { name } = useParams();
  const { http } = useShell();
  const text = useText();
  return (
    <EditPage
      above={[{ label: text(messages.groups), to: GROUPS }]}
      heading={name ?? text(messages.create)}
      id={name}
      fetch={name === undefined ? undefined : (signal) => fetchGroup(http, name, signal)}
      failure={text(messages.failed)}
    >
      {(loaded) => <GroupForm loaded={loaded} />}
    </EditPage>
  );
}
