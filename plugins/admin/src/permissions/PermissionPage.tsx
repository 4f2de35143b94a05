import type { Permission } from '@lading/contract/rest';
import { Fetched, FetchedView, PageFrame, useShell, useText } from '@lading/ui';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { PERMISSIONS } from '../paths.ts';
import { messages } from './messages.ts';
import { PermissionForm } from './PermissionForm.tsx';
import { fetchPermission } from './permissionsApi.ts';

/** A permission that is to be, or one that is there: all that it grants, to be changed. */
export function PermissionPage() {
  const { name } = useParams();
  const text = useText();
  const above = [{ label: text(messages.permissions), to: PERMISSIONS }];
  return (
    <PageFrame above={above} heading={name ?? text(messages.create)}>
      {name === undefined ? <PermissionForm /> : <Existing key={name} name={name} />}
    </PageFrame>
  );
}

function Existing({ name }: { name: string }) {
  const { http } = useShell();
  const text = useText();
  const fetched = useMemo(
    () => new Fetched<Permission | undefined>(undefined, (signal) => fetchPermission(http, name, signal)),
    [http, name],
  );
  return (
    <FetchedView fetched={fetched} failure={text(messages.failed)}>
      {(permission) => permission && <PermissionForm permission={permission} />}
    </FetchedView>
  );
}
