import type { SignInDialogProps } from '@lading/contract';
import { Button, ShellContext, useStyles, useText } from '@lading/ui';
import { useEffect, useId, useRef, useState } from 'react';
import css from '../form/form.css?inline';
import { messages } from './messages.ts';
import { SignInForm } from './SignInForm.tsx';
import { SignInStore } from './SignInStore.ts';

/** Signs in over the page, which stays as it is. */
export function SignInDialog(props: SignInDialogProps) {
  return (
    <ShellContext.Provider value={props.shell}>
      <Dialog {...props} />
    </ShellContext.Provider>
  );
}

function Dialog(props: SignInDialogProps) {
  useStyles(css);
  const { shell, onSignedIn, onCancel } = props;
  const text = useText();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [store] = useState(() => new SignInStore(shell.http, shell.user.current?.name ?? ''));

  // The browser's own modal: it keeps the focus inside, and gives it back when it closes.
  useEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
    return () => shown?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className="auth-dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <h2 id={titleId}>{text(messages.again)}</h2>
      <p className="ld-soft">{text(messages.ended)}</p>
      <SignInForm store={store} onSignedIn={onSignedIn}>
        <Button label={text(messages.cancel)} onClick={onCancel} />
      </SignInForm>
    </dialog>
  );
}
