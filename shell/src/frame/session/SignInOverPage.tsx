import type { Component, SignInDialogProps } from '@lading/contract';
import { observer } from 'mobx-react-lite';
import { type ComponentType, useEffect, useState } from 'react';
import { useFrame } from '../FrameContext.ts';

/**
 * Sign-in dialog over the page, shown after the session has expired or to confirm a dangerous
 * action.
 */
export const SignInOverPage = observer(function SignInOverPage() {
  const shell = useFrame();
  const { log } = shell;
  const { renewal } = shell.session;
  const dialog = shell.registry.list('signInDialog')[0];
  const [loaded, setLoaded] = useState<ComponentType<SignInDialogProps>>();

  useEffect(() => {
    if (!renewal || !dialog) return;
    dialog.value.dialog().then(
      (component) => setLoaded(() => componentOf(component)),
      (error: unknown) => {
        log.failure(`Failed to show the sign-in dialog: ${log.causeOf(error)}`);
        renewal.settle(false);
      },
    );
  }, [renewal, dialog, log]);

  const record = shell.plugins.find(dialog?.plugin);
  if (!renewal || !loaded || !record) return null;
  const Dialog = loaded;
  const api = shell.apiFor(record, new AbortController().signal);
  return (
    <Dialog
      shell={api}
      reason={renewal.reason}
      onSignedIn={() => renewal.settle(true)}
      onCancel={() => renewal.settle(false)}
    />
  );
});

function componentOf(value: Component<SignInDialogProps>): ComponentType<SignInDialogProps> {
  return 'default' in value ? value.default : value;
}
