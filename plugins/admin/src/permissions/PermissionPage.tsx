import { useShell, useText } from '@lading/ui';
import { EditPage } from '@lading/ui/edit';
import { useParams } from 'react-router-dom';
import { PERMISSIONS } from '../paths.ts';
import { messages } from './messages.ts';
import { PermissionForm } from './PermissionForm.tsx';
import { fetchPermission } from './permissionsApi.ts';

/** Creates a permission or edits an existing one. */
export function PermissionPage() {
  const { name } = useParams();
  const { http } = useShell();
  const text = useText();
  return (
    <EditPage
      above={[{ label: text(messages.permissions), to: PERMISSIONS }]}
      heading={name ?? text(messages.create)}
      id={name}
      fetch={name === undefined ? undefined : (signal) => fetchPermission(http, name, signal)}
      failure={text(messages.failed)}
    >
      {(loaded) => <PermissionForm loaded={loaded} />}
    </EditPage>
  );
}
