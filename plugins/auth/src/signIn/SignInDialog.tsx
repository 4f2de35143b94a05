import type { SignInDialogProps } from '@lading/contract';
import { Button, Lazy, ShellContext, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef, useState } from 'react';
import { FormFailure } from '../form/FormFailure.tsx';
import css from '../form/form.css?inline';
import { ProviderButtons } from '../providers/ProviderButtons.tsx';
import { openProvider } from '../providers/popup.ts';
import { loginOf } from '../state/useLogin.ts';
import { messages } from './messages.ts';
import { SignInForm } from './SignInForm.tsx';
import { SignInStore } from './SignInStore.ts';

const codeForm = () => import('../mfa/CodeForm.tsx').then(({ CodeForm }) => CodeForm);

/** Signs in over the page, which stays as it is. */
export function SignInDialog(props: SignInDialogProps) {
  return (
    <ShellContext.Provider value={props.shell}>
      <Dialog {...props} />
    </ShellContext.Provider>
  );
}

const Dialog = observer(function Dialog(props: SignInDialogProps) {
  useStyles(css);
  const { shell, reason = 'ended', onSignedIn, onCancel } = props;
  const text = useText();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [login] = useState(() => loginOf(shell));
  const [store] = useState(() => new SignInStore(login, shell.user.current?.name ?? ''));
  const [popup, setPopup] = useState<'opened' | 'refused'>();
  const { offers } = login;

  // The browser's own modal: it keeps the focus inside, and gives it back when it closes.
  useEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
    return () => shown?.close();
  }, []);
  useEffect(() => {
    void offers.loadRelated();
    void offers.loadProviders();
  }, [offers]);

  const onRight = () => {
    if (login.step !== 'finishing') return;
    shell.analytics.track('sign-in');
    login.happen('finished');
    onSignedIn();
  };
  const cancel = <Button label={text(messages.cancel)} onClick={onCancel} />;
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
      <p className="ld-soft">{text(reason === 'confirm' ? messages.confirm : messages.ended)}</p>
      {login.step === 'asked' ? (
        <Lazy
          load={codeForm}
          props={{
            login,
            recoverable: true,
            onVerified: onRight,
            onNotPending: () => {},
            children: cancel,
          }}
          failure={text(messages.codeFormAway)}
        />
      ) : login.step === 'enrolling' ? (
        <>
          <FormFailure text={text(messages.enrollFirst)} />
          <div className="auth-buttons">{cancel}</div>
        </>
      ) : (
        <>
          <SignInForm store={store} onRight={onRight}>
            {cancel}
          </SignInForm>
          {popup === 'opened' && <p role="status">{text(messages.inWindow)}</p>}
          {popup === 'refused' && <FormFailure text={text(messages.noWindow)} />}
          <ProviderButtons
            providers={offers.oauthProviders}
            samlLink={offers.ssoProviderLink}
            samlName={offers.ssoProviderName}
            go={(url) => {
              const opened = openProvider(shell.navigation, url, reason === 'confirm');
              setPopup(opened ? 'opened' : 'refused');
            }}
          />
        </>
      )}
    </dialog>
  );
});
