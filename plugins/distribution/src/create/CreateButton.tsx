import { Button, Lazy, useShell, useText } from '@lading/ui';
import { useState } from 'react';
import { versionAddress } from '../addresses.ts';
import { messages } from '../messages.ts';

const dialog = () => import('./CreateDialog.tsx').then(({ CreateDialog }) => CreateDialog);

/** Opens the dialog and, after the creation, the page of the new version. */
export function CreateButton({ root }: { root: string }) {
  const { navigation } = useShell();
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="main" label={text(messages.create)} onClick={() => setOpen(true)} />
      {open && (
        <Lazy
          load={dialog}
          failure={text(messages.dialogFailed)}
          props={{
            onCancel: () => setOpen(false),
            onCreated: (name: string, version: string) => {
              setOpen(false);
              void navigation.go(versionAddress(name, version, root));
            },
          }}
        />
      )}
    </>
  );
}
